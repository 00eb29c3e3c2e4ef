import type { Command } from 'commander'
import type { DecideFigures } from '../../jobs/index.ts'
import { decimal, readableLoss } from '../../privacy/readable-loss.ts'
import type { Manifest } from '../../release/index.ts'
import type { Release } from '../../run/index.ts'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { DECIDE_MECHANISMS } from '../names.ts'
import { collect, fromOne, isSpec, named } from '../options.ts'
import { mustNotBePublished, wrote } from '../release-lines.ts'
import {
  drawingOptions,
  type GivenJob,
  jobFlags,
  type PrivateFlags,
  runCapability,
  writingOptions,
} from '../run-capability.ts'

type GapWords = (decision: Pick<DecideFigures['decision'], 'status' | 'gap'>) => string

interface Flags extends PrivateFlags {
  readonly sweep: readonly string[]
  readonly runs: number
  readonly release?: string
}

export function decideCommand(): Command {
  const self = command(
    'decide',
    'The near-optimal solution of an LP, MILP or convex QP whose right-hand sides are private; no constraint is ever broken.',
    `tacet decide transport.lp --private 'capacity*' --sensitivity 1 --epsilon 1 --delta 1e-6 --out decision
tacet decide model.mps --private budget --floor 0 --sensitivity 10 --epsilon 1/2 --delta 1e-4 --out decision
tacet decide plan.yaml --out decision
tacet decide transport.lp --private 'capacity*' --sensitivity 1 --epsilon 1 --delta 1e-6 --out trial --seed 7 --evaluate --sweep epsilon=0.1:5 delta=1e-6,1e-4`,
  )
    .argument('<model>', '.lp (CPLEX LP) or .mps, either also with .gz, or a spec with `decide`')
    .option(
      '--private <name>',
      'private constraints, * for any text, NAME:upper or NAME:lower for one side (repeatable)',
      collect,
      [],
    )
    .option('--sensitivity <number>', 'how far one person moves all private right-hand sides together')
    .option(
      '--floor <value>',
      'the tightest value any of them can have, public; or NAME=VALUE (repeatable)',
      collect,
      [],
    )
    .option('--loosest <name=value>', 'the loosest value, where it is public (repeatable)', collect, [])
    .option('--unit <number>', 'every private right-hand side is a multiple of it')
    .option('--epsilon <number>', 'the privacy loss')
    .option('--delta <number>', 'with --epsilon: approximate differential privacy')
    .option('--releases <n>', 'the budget is for so many releases: this one spends its equal share')
    .option('--release <name>', 'with a spec that shares its budget by name: which release this is')
    .addOption(
      named('--mechanism <name>', 'how noise is added; laplace is for comparison only', DECIDE_MECHANISMS).default(
        'truncated',
      ),
    )
    .option('--ledger <file>', 'the ledger; beside the model without it')
    .option(
      '--sweep <points...>',
      'draw the trade-off by simulation, over epsilon=0.1:5 and delta=1e-6,1e-4: CONFIDENTIAL',
      collect,
      [],
    )
    .option('--runs <n>', 'simulations per point of the sweep', fromOne, 20)
  return drawingOptions(writingOptions(self, 'decide'), 'also the true optimum').action(
    (model: string, flags: Flags, given: Command) =>
      withContext(
        flags,
        async (context) => {
          const asked = await jobOf(model, flags, given)
          const found = await runCapability('decide', asked, flags, context)
          const { gapWords } = await import('../../jobs/index.ts')
          show(context.terminal, found, gapWords)
        },
        RESUMES,
      ),
  )
}

async function jobOf(model: string, flags: Flags, given: Command): Promise<GivenJob> {
  const { sweep: points, runs, release, ...fields } = jobFlags(flags)
  const swept = points.length === 0 ? {} : { sweep: { points, runs } }
  if (!isSpec(model, given)) return { job: { model, ...fields, ...swept }, flags: given }
  const { readSpec } = await import('../../data/index.ts')
  const { capabilities } = await import('../../jobs/index.ts')
  const spec = await readSpec(model)
  const named = release === undefined ? {} : { release }
  return { job: { ...capabilities.decide.fromSpec(spec), ...named, ...swept }, flags: given, spec }
}

function show(
  terminal: WorkTerminal,
  { out, manifest, figures: found }: Release<DecideFigures>,
  gapWords: GapWords,
): void {
  if (out === null || manifest === null) return
  const { print } = terminal
  const { decision, bounds, violations, note, optimum, sweep } = found
  mustNotBePublished(terminal, manifest.stamp)
  const objective = Number(decision.objective.num) / Number(decision.objective.den)
  print(`Objective ${shown(objective)}${optimum === undefined ? '' : ` (the true optimum is ${shown(optimum)})`}`)
  print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  print(
    `It is ${gapWords(decision)} at the measured right-hand sides. The public floors alone allow ${shown(found.objectiveAtFloor)}. Every private side was shifted by ${decimal(String(manifest.result.shift))}.`,
  )
  if (note !== null) print(note)
  print(
    violations === null
      ? 'Constraints broken: not checked. This is the baseline that can break them; --evaluate counts them at the true sides.'
      : `Constraints broken: ${violations}, in exact arithmetic.`,
  )
  for (const line of manifest.privacy.statement as readonly string[]) print(`  ${readableLoss(line)}`)
  const lines = (['theorem', 'prices', 'lower'] as const).map((name) => {
    const bound = bounds[name]
    return [
      name === 'lower'
        ? 'any mechanism loses at least'
        : `loss at most, by ${name === 'theorem' ? 'the condition number' : 'prices'}`,
      bound.available ? bound.value : `not available: ${bound.why}`,
    ]
  })
  print()
  terminal.table(['what privacy can have cost', ''], lines)
  if (sweep !== undefined) {
    const rows = sweep.points.map((p) => [
      p.mechanism,
      Number(p.epsilon.num) / Number(p.epsilon.den),
      Number(p.delta.num) / Number(p.delta.den),
      p.loss.mean,
      p.brokenRuns,
    ])
    print()
    terminal.table(['mechanism', 'epsilon', 'delta', 'mean relative loss', 'runs that break a constraint'], rows)
  }
  print()
  wrote(terminal, out, manifest)
  terminal.result(document(found, out, manifest))
}

/** Enough digits to compare by; the solution file has all of them. */
function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 8 })
}

function document(found: DecideFigures, out: string, manifest: Manifest): unknown {
  const { decision, variables, bounds, violations, note, objectiveAtFloor, optimum, sweep } = found
  const { theorem, prices } = bounds
  return {
    status: decision.status,
    gap: decision.gap,
    note,
    objective: Number(decision.objective.num) / Number(decision.objective.den),
    solution: Object.fromEntries(variables.map((name, j) => [name, decision.printed[j]])),
    shift: manifest.result.shift,
    bound: theorem.available ? theorem.value : prices.available ? prices.value : null,
    bounds,
    violations,
    objectiveAtFloor,
    sensitivity: found.sides.map((line) => ({ ...line, limit: Number(line.limit.num) / Number(line.limit.den) })),
    optimum,
    sweep,
    out,
    stamp: manifest.stamp,
    runId: manifest.runId,
    privacy: manifest.privacy,
  }
}
