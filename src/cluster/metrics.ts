/** The state of a run in the text format of Prometheus. */
import type { RunState } from './run-record.ts'

interface Metric {
  readonly name: string
  readonly help: string
  readonly samples: readonly (readonly [Readonly<Record<string, string>>, number])[]
}

export function metricsText({ run, state, steps, workers, parked }: RunState): string {
  const metrics: readonly Metric[] = [
    {
      name: 'tacet_run_info',
      help: 'The run, its state and the version that began it.',
      samples: [[{ run: run.id, state, version: run.version, capability: run.capability }, 1]],
    },
    {
      name: 'tacet_chunks',
      help: 'Chunks of each step.',
      samples: steps.map(({ work, step, chunks }) => [{ work, step }, chunks]),
    },
    {
      name: 'tacet_chunks_done',
      help: 'Chunks of each step whose result is stored.',
      samples: steps.map(({ work, step, done }) => [{ work, step }, done]),
    },
    { name: 'tacet_chunks_parked', help: 'Chunks that failed for good.', samples: [[{}, parked.length]] },
    { name: 'tacet_workers_busy', help: 'Workers with a chunk in hand.', samples: [[{}, workers.length]] },
    {
      name: 'tacet_worker_quiet_seconds',
      help: 'Seconds since a worker last gave a sign of life.',
      samples: workers.map(({ name, quiet }) => [{ worker: name }, quiet]),
    },
  ]
  return metrics.map(textOf).join('')
}

function textOf({ name, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
