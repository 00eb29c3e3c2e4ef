/** What the plan of a decision says, as the page uses it. */
export interface DecisionPlan {
  readonly mechanism: string
  readonly privacy: { readonly words: string; readonly cost: unknown }
  readonly sensitivity: { readonly value: string; readonly from: string }
  readonly shift: string
  readonly furthest: string | null
  readonly exactDelta: number
  readonly neverViolates: boolean
  readonly sides: readonly {
    readonly name: string
    readonly side: 'upper' | 'lower'
    readonly floor: string
    readonly floorFrom: string
    readonly loosest: string | null
  }[]
  readonly objectiveAtFloor: number
  readonly size: { readonly variables: number; readonly constraints: number }
}

/** "17083/1250" as people read it. */
export function readable(fraction: string): string {
  const [above, below = '1'] = fraction.split('/')
  return Number((Number(above) / Number(below)).toPrecision(5)).toLocaleString('en', { maximumFractionDigits: 4 })
}
