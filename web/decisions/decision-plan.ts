/** What the plan of a decision says, as the page uses it. */
export interface DecisionPlan {
  readonly mechanism: string
  readonly privacy: { readonly words: string; readonly cost: unknown; readonly epsilon: string | null }
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
  readonly bounds: {
    readonly theorem:
      | { readonly available: true; readonly value: number }
      | { readonly available: false; readonly why: string }
  }
  /** By epsilon, the one of the plan among them; empty without noise. */
  readonly tradeoff: readonly {
    readonly epsilon: string
    readonly shift: number
    readonly lossAtMost: number | null
  }[]
  readonly size: { readonly variables: number; readonly constraints: number }
}

/** "17083/1250" as a number. */
export function fractionOf(text: string): number {
  const [above, below = '1'] = text.split('/')
  return Number(above) / Number(below)
}

/** "17083/1250" as people read it. */
export function readable(fraction: string): string {
  return Number(fractionOf(fraction).toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 4 })
}
