/** What leads to a first release: to run a spec of the folder, or to begin one from a file. */
import { anonymizeFromFile, planFromFile } from '../make.ts'
import type { NextStep } from '../parts/empty-state.tsx'
import { useProject } from '../project.ts'
import { openView } from '../routes.ts'

const openRuns = (): void => openView('runs')

export function useReleaseSteps(): readonly NextStep[] {
  const hasSpecs = useProject((state) => (state.project?.specs.length ?? 0) > 0)
  return hasSpecs
    ? [
        { words: 'Run a spec', onPress: openRuns },
        { words: 'Plan a private release', onPress: planFromFile },
      ]
    : [
        { words: 'Plan a private release', onPress: planFromFile },
        { words: 'Anonymise records', onPress: anonymizeFromFile },
      ]
}
