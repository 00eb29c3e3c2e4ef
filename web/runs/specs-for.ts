/** The specs of the folder that have a part for a capability; null while they are looked for. */
import { ask } from '../api.ts'
import { useLoaded } from '../parts/load.tsx'
import { useProject } from '../project.ts'

export function useSpecsFor(capability: string): readonly string[] | null {
  const plans = usePlansFor([capability])
  return plans?.map(({ path }) => path) ?? null
}

/** Each spec once for every one of the capabilities that it has a part for. */
export function usePlansFor<T extends string>(
  capabilities: readonly T[],
): readonly { readonly path: string; readonly kind: T }[] | null {
  const { project } = useProject()
  const specs = project?.specs ?? []
  const { value } = useLoaded(
    () =>
      Promise.all(
        specs.map(async ({ path }) => {
          const answer = await ask<{ capabilities: readonly string[] }>('runs/offered', { path }).catch(() => null)
          return capabilities.filter((one) => answer?.capabilities.includes(one)).map((kind) => ({ path, kind }))
        }),
      ).then((lists) => lists.flat()),
    [capabilities.join(), JSON.stringify(specs)],
  )
  return value
}
