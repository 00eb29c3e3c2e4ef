/** The specs of the folder that have a part for a capability; null while they are looked for. */
import { ask } from '../api.ts'
import { useLoaded } from '../parts/load.tsx'
import { useProject } from '../project.ts'

export function useSpecsFor(capability: string): readonly string[] | null {
  const { project } = useProject()
  const specs = project?.specs ?? []
  const { value } = useLoaded(
    () =>
      Promise.all(
        specs.map(async ({ path }) => {
          const answer = await ask<{ capabilities: readonly string[] }>('runs/offered', { path }).catch(() => null)
          return answer?.capabilities.includes(capability) ? [path] : []
        }),
      ).then((lists) => lists.flat()),
    [capability, JSON.stringify(specs)],
  )
  return value
}
