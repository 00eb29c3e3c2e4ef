/** A hospital's visits as a clinic's system exports them: made up, the same every time, and as untidy as such files are. */

export interface HospitalOptions {
  readonly patients: number
  /** Written before the first line. */
  readonly mark?: boolean
}

const WARDS = ['Süd', 'Nord', 'Ost', 'West', 'Zentrum']
const DIAGNOSES = ['J45', 'I10', 'E11', 'M54', 'F32', 'K21', 'S52']
const NOTES = ['kam zu Fuß aus', 'wurde gebracht aus', 'ist bekannt aus', 'war in der Nacht in']

/** The lines of the file: some two visits a patient. */
export function hospitalLines({ patients }: Pick<HospitalOptions, 'patients'>): readonly string[] {
  const random = generator(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const lines = ['patient_id;admitted;ward;sex;birth_year;diagnosis;days;cost;note']
  for (let p = 0; p < patients; p++) {
    const ward = WARDS[Math.floor(random() ** 2 * WARDS.length)]
    const sex = pick(['F', 'F', 'F', 'f', 'M', 'M', 'M ', 'm'])
    const birth = pick(['NULL', ...Array.from({ length: 40 }, () => String(1930 + Math.floor(random() * 80)))])
    const visits = 1 + Math.floor(random() * 3)
    for (let v = 0; v < visits; v++) {
      const day = new Date(Date.UTC(2023, 0, 1 + Math.floor(random() * 730))).toISOString().slice(0, 10)
      const admitted = day.split('-').reverse().join('.')
      const cost = random() < 0.02 ? 'n/a' : (100 + random() * 4000).toFixed(2).replace('.', ',')
      const days = random() < 0.02 ? '' : String(Math.floor(random() ** 3 * 30))
      const seen = random() < 0.01 ? 'n/a' : ward
      const note = `Patient ${p} ${pick(NOTES)} ${ward} am ${admitted}`
      lines.push(
        [`P${String(p).padStart(6, '0')}`, admitted, seen, sex, birth, pick(DIAGNOSES), days, cost, note].join(';'),
      )
    }
  }
  return lines
}

/** In UTF-8 with a mark and Windows line ends, or as one byte a letter. */
export function hospitalFile(options: HospitalOptions, encoding: 'utf8' | 'latin1' = 'utf8'): Buffer {
  const text = `${hospitalLines(options).join('\r\n')}\r\n`
  return Buffer.from(options.mark === true ? `\uFEFF${text}` : text, encoding)
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
