/** Places with people that a benchmark makes for itself, so that a choice can be made on data that nothing is reported on. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Random = () => number

function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

/** 6 districts of 10 wards of 8 blocks, with sizes and ages that fall off geometrically. */
export function writeTown(folder: string): void {
  const random = randomFrom(7)
  const lines = ['district,ward,block,sex,age,n']
  for (let b = 0; b < 480; b++) {
    const [district, ward] = [Math.floor(b / 80), Math.floor(b / 8)]
    const people = Math.floor(-60 * Math.log(1 - random()) * (random() < 0.2 ? 0 : 1))
    const counts = new Float64Array(36)
    for (let p = 0; p < people; p++)
      counts[Math.floor(random() * 2) * 18 + Math.min(17, Math.floor(random() * random() * 24))]++
    counts.forEach((n, cell) => {
      if (n > 0) lines.push(`d${district},w${ward},b${b},${cell < 18 ? 'f' : 'm'},${cell % 18},${n}`)
    })
  }
  writeFileSync(join(folder, 'town.csv'), `${lines.join('\n')}\n`)
}

export const LANGUAGES = ['a', 'b', 'c', 'd', 'e', 'f']
export const HOMES = ['flat', 'house', 'farm', 'hostel']

/**
 * 6 shires of 7 parishes of 24 hamlets. Two in five hamlets are empty, the others have from one to some thousands of people; most of a parish
 * speak one language; nobody is in a hostel but in the tenth of the hamlets that have one, which is public.
 */
export function writeLand(folder: string): void {
  const random = randomFrom(29)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const [lines, hostels, places] = [['shire,parish,hamlet,language,home,n'], ['hamlet,n'], ['shire,parish,hamlet']]
  for (let parish = 0; parish < 42; parish++) {
    const shire = Math.floor(parish / 7)
    const first = Math.floor(random() * LANGUAGES.length)
    const others = 0.02 + 0.3 * random() ** 2
    const town = random() < 0.25 ? 3 : 1
    for (let h = 0; h < 24; h++) {
      const hamlet = 24 * parish + h
      places.push(`s${shire},p${parish},h${hamlet}`)
      const people = random() < 0.4 ? 0 : Math.ceil(town * 18 * Math.exp(1.3 * normal()))
      const hostel = people > 20 && random() < 0.17 ? 0.1 + 0.5 * random() : 0
      if (hostel > 0) hostels.push(`s${shire}/p${parish}/h${hamlet},1`)
      const counts = new Float64Array(LANGUAGES.length * HOMES.length)
      for (let p = 0; p < people; p++) {
        const language = random() < others ? Math.floor(random() * random() * LANGUAGES.length) : first
        const home = (hostel > 0 && p === 0) || random() < hostel ? 3 : Math.floor(3 * random() ** (town * 1.5))
        counts[language * HOMES.length + home]++
      }
      counts.forEach((n, cell) => {
        const [language, home] = [Math.floor(cell / HOMES.length), cell % HOMES.length]
        if (n > 0) lines.push(`s${shire},p${parish},h${hamlet},${LANGUAGES[language]},${HOMES[home]},${n}`)
      })
    }
  }
  writeFileSync(join(folder, 'land.csv'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'hostels.csv'), `${hostels.join('\n')}\n`)
  writeFileSync(join(folder, 'places.csv'), `${places.join('\n')}\n`)
}
