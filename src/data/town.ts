/**
 * A synthetic town for trying things out: about 300,000 people in households and institutions, over districts, wards and
 * blocks. Invented and deterministic: the same seed gives the same town, and nobody lives in it.
 */

import { type Entropy, seededEntropy } from '../noise/index.ts'
import type { WriteColumn } from './table-writer.ts'

export const TOWN_SEED = 'tacet town'

export const DISTRICTS: readonly string[] = ['Brookside', 'Castle', 'Docks', 'Eastgate', 'Foundry', 'Garden']
export const WARDS = 5
const BLOCKS = 12
const SEXES = ['female', 'male']
const ORIGINS = ['A', 'B', 'C', 'D']
const HOUSINGS = ['household', 'care home', 'student hall']
const MARITAL = ['single', 'married', 'widowed', 'divorced']
const EDUCATION = ['none', 'school', 'trade', 'degree']
/** Cumulative parts in 1,000 of households by size 1 to 7. */
const SIZES = [330, 660, 805, 925, 970, 990, 1000]

export interface Town {
  readonly people: number
  readonly columns: readonly WriteColumn[]
}

/** The columns of one line per person. `scale` multiplies the number of households. */
export function makeTown(seed: string = TOWN_SEED, scale = 1): Town {
  const town = new TownBuilder(seededEntropy(seed))
  for (let district = 0; district < DISTRICTS.length; district++) {
    for (let ward = 0; ward < WARDS; ward++) {
      for (let block = 0; block < BLOCKS; block++) town.fillBlock(district, ward, block, scale)
    }
  }
  return town.finish()
}

class TownBuilder {
  readonly #entropy: Entropy
  readonly #rows: Record<string, number[]> = {
    household: [],
    district: [],
    ward: [],
    block: [],
    sex: [],
    age: [],
    origin: [],
    marital: [],
    education: [],
    housing: [],
  }
  #households = 0

  constructor(entropy: Entropy) {
    this.#entropy = entropy
  }

  fillBlock(district: number, ward: number, block: number, scale: number): void {
    // From some 60 households in the outskirts to over 1,000 in the towers of the docks.
    const households = Math.round(
      scale * (60 + this.#entropy.belowSmall(400) + (district === 2 ? 500 : 0) + (block === 0 ? 150 : 0)),
    )
    for (let i = 0; i < households; i++) this.#household([district, ward, block])
    if (block === 3)
      this.#institution([district, ward, block], 1, Math.round(scale * (40 + this.#entropy.belowSmall(80))))
    if (block === 7 && district % 2 === 1) this.#institution([district, ward, block], 2, Math.round(scale * 250))
  }

  #household(place: readonly number[]): void {
    const size = 1 + SIZES.findIndex((limit) => this.#entropy.belowSmall(1000) < limit)
    const head = 20 + this.#entropy.belowSmall(65)
    const origin = this.#origin(place[0])
    this.#households++
    for (let member = 0; member < Math.max(1, size); member++) {
      const age =
        member === 0
          ? head
          : member === 1 && size < 6
            ? Math.max(18, head - 6 + this.#entropy.belowSmall(13))
            : this.#entropy.belowSmall(Math.min(30, Math.max(1, head - 17)))
      this.#person(place, age, origin, 0)
    }
  }

  #institution(place: readonly number[], housing: number, people: number): void {
    this.#households++
    for (let i = 0; i < people; i++) {
      const age = housing === 1 ? 70 + this.#entropy.belowSmall(30) : 18 + this.#entropy.belowSmall(8)
      this.#person(place, age, this.#origin(place[0]), housing)
    }
  }

  /** The origins are mixed differently in each district. */
  #origin(district: number): number {
    const draw = this.#entropy.belowSmall(100)
    return draw < 70 - 7 * district ? 0 : draw < 85 - 4 * district ? 1 : draw < 97 ? 2 : 3
  }

  #person(place: readonly number[], age: number, origin: number, housing: number): void {
    const draw = this.#entropy.belowSmall(100)
    const marital = age < 18 ? 0 : draw < 110 - 2 * age ? 0 : draw < 75 ? 1 : age > 60 && draw < 88 ? 2 : 3
    const education = age < 16 ? 0 : Math.min(3, Math.floor(this.#entropy.belowSmall(100 - Math.min(60, age)) / 14))
    const sex = this.#entropy.belowSmall(100) < 50 + Math.max(0, age - 70) ? 0 : 1
    const row = { district: place[0], ward: place[1], block: place[2], sex, age, origin, marital, education, housing }
    this.#rows.household.push(this.#households)
    for (const [name, value] of Object.entries(row)) this.#rows[name].push(value)
  }

  finish(): Town {
    const label = (name: string, labels: readonly string[]): WriteColumn => ({
      name,
      kind: 'label',
      codes: Int32Array.from(this.#rows[name]),
      labels,
    })
    const numbered = (name: string, count: number): WriteColumn =>
      label(
        name,
        Array.from({ length: count }, (_, i) => `${name} ${i + 1}`),
      )
    const whole = (name: string): WriteColumn => ({ name, kind: 'whole', values: Int32Array.from(this.#rows[name]) })
    return {
      people: this.#rows.sex.length,
      columns: [
        whole('household'),
        label('district', DISTRICTS),
        numbered('ward', WARDS),
        numbered('block', BLOCKS),
        label('sex', SEXES),
        whole('age'),
        label('origin', ORIGINS),
        label('marital', MARITAL),
        label('education', EDUCATION),
        label('housing', HOUSINGS),
      ],
    }
  }
}
