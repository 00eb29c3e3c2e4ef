/**
 * Which pharmacy supplies which hospital branch (Figure 1 of Munoz Medina, Syed, Vassilvitskii and Vitercik, 2021). How much of a
 * drug a branch needs tells how many patients it has with the disease, so the needs are private; costs and supplies are public.
 *   minimise sum c_ij x_ij  subject to  sum_j x_ij <= s_i,  sum_i x_ij >= r_j,  x >= 0
 */
import {
  brokenBy,
  decide,
  declarePrivate,
  lossBounds,
  type PrivateProgram,
  type Program,
  prepareDecision,
  readLp,
} from 'tacet/decisions'
import { parseRational, rational, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'

const PHARMACIES = ['north', 'centre', 'south']
const BRANCHES = ['Ash', 'Beech', 'Cedar', 'Elm']
/** No branch can treat more: public. */
const CAPACITY = 120n

/** The network as an LP file, with needs drawn for the example. */
function network(): string {
  const entropy = seededEntropy('a hospital')
  const units = (i: number, j: number): string => `${PHARMACIES[i]}_${BRANCHES[j]}`
  const all = PHARMACIES.flatMap((_, i) => BRANCHES.map((_, j) => ({ i, j, cost: 2 + entropy.belowSmall(20) })))
  const sum = (part: typeof all): string => part.map(({ i, j }) => units(i, j)).join(' + ')
  return [
    `minimise\n cost: ${all.map(({ i, j, cost }) => `${cost} ${units(i, j)}`).join(' + ')}`,
    'subject to',
    ...PHARMACIES.map((name, i) => ` supply_${name}: ${sum(all.filter((x) => x.i === i))} <= 200`),
    ...BRANCHES.map(
      (name, j) => ` need_${name}: ${sum(all.filter((x) => x.j === j))} >= ${40 + entropy.belowSmall(60)}`,
    ),
    'end',
  ].join('\n')
}

/** A need is a count of patients, each in one branch: from that the sensitivity is computed, and the grid is whole units. */
function withPrivateNeeds(program: Program): PrivateProgram {
  return declarePrivate(program, {
    private: ['need_*'],
    floor: rational(CAPACITY), // the tightest a `>=` can be: the largest need
    sensitivity: { relation: 'add-remove-person', disjoint: true, queries: [['need_*', { kind: 'count' }]] },
  })
}

export interface Shipping {
  readonly cost: number
  /** What it would cost to supply every branch up to its capacity, which needs no privacy. */
  readonly costAtCapacity: number
  readonly shift: number
  readonly lossAtMost: number | null
  readonly shipments: Readonly<Record<string, string>>
  readonly broken: number
}

export async function shipDrugs(): Promise<Shipping> {
  const model = readLp(network())
  const prepared = await prepareDecision(withPrivateNeeds(model), {
    mechanism: 'truncated',
    epsilon: rational(1n),
    delta: parseRational('1e-4'),
  })
  // A seed makes an example repeatable and NOT PRIVATE: a real release takes `osEntropy()` and charges a ledger before.
  const decision = await decide(prepared, seededEntropy('shipping'))
  const bounds = await lossBounds(prepared, decision)
  return {
    cost: toNumber(decision.objective),
    costAtCapacity: toNumber(prepared.anchor.objective),
    shift: toNumber(prepared.plan.shift),
    lossAtMost: bounds.prices.available ? bounds.prices.value : null,
    shipments: Object.fromEntries(
      model.variables.flatMap((name, k) => (decision.point[k].num === 0n ? [] : [[name, decision.printed[k]]])),
    ),
    broken: brokenBy(model, model, decision.point).length,
  }
}
