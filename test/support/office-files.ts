/** Files as offices of four countries hold them, and a survey of SPSS; nobody in them lives. Numbers of people have right check digits. */
import { encoded } from './encoded.ts'
import { spssFile } from './statistics-files.ts'
import { type Cell, workbookOf } from './workbook.ts'

/** The same numbers for the same seed (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}

const two = (number: number): string => String(number).padStart(2, '0')

function cpf(number: number): string {
  const digits = [...String(100_000_000 + number)].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((all, digit, i) => all + digit * (length + 1 - i), 0)
    digits.push(((10 * sum) % 11) % 10)
  }
  const text = digits.join('')
  return `${text.slice(0, 3)}.${text.slice(3, 6)}.${text.slice(6, 9)}-${text.slice(9)}`
}

function pesel(year: number, month: number, day: number, number: number): string {
  const text = `${two(year % 100)}${two(month)}${two(day)}${String(number).padStart(4, '0')}`
  const sum = [...text].reduce((all, digit, i) => all + Number(digit) * [1, 3, 7, 9][i % 4], 0)
  return `${text}${(10 - (sum % 10)) % 10}`
}

/** Brazil: a CPF that is missing in 40 % of lines, days as dd/mm/yyyy, money as 1.234,56, NÃO INFORMADO, 999 for an age. */
export function brazil(): Buffer {
  const roll = dice(1)
  const lines = Array.from({ length: 6_000 }, (_, i) => {
    const person = roll(10) < 6 ? cpf(roll(4_000)) : ''
    const age = roll(40) === 0 ? 999 : 18 + roll(70)
    const income = roll(12) === 0 ? '' : `${1 + roll(9)}.${String(roll(1000)).padStart(3, '0')},${two(roll(100))}`
    const race = ['Branca', 'Parda', 'Preta', 'NÃO INFORMADO'][roll(10) < 9 ? roll(3) : 3]
    return [
      person,
      `${two(1 + roll(28))}/${two(1 + roll(12))}/2023`,
      ['São Paulo', 'Goiânia', 'Alagoinhas', 'Belém'][roll(4)],
      ['Feminino', 'Masculino'][roll(2)],
      race,
      age,
      income,
      `Atendimento número ${i} com observação do médico ${roll(1_000_000)}`,
    ].join(';')
  })
  return encoded(['CPF;Data;Município;Sexo;Raça;Idade;Renda;Observação', ...lines].join('\r\n'), 'windows-1252')
}

/** Poland: PESEL, two title lines, units, a total, b/d, `1 234,56`, in windows-1250. */
export function poland(): Buffer {
  const roll = dice(2)
  const lines = Array.from({ length: 6_000 }, () =>
    [
      pesel(1940 + roll(60), 1 + roll(12), 1 + roll(28), roll(10_000)),
      ['łódzkie', 'śląskie', 'małopolskie', 'świętokrzyskie'][roll(4)],
      ['kobieta', 'mężczyzna'][roll(2)],
      ['podstawowe', 'średnie', 'wyższe', 'b/d'][roll(20) === 0 ? 3 : roll(3)],
      18 + roll(60),
      `${1 + roll(9)} ${String(roll(1000)).padStart(3, '0')},${two(roll(100))}`,
    ].join(';'),
  )
  const head = [
    'Rejestr osób, stan na 31.12.2023',
    '',
    'PESEL;Województwo;Płeć;Wykształcenie;Wiek;Dochód',
    ';;;;lata;zł',
  ]
  return encoded([...head, ...lines, 'Razem;;;;;1', 'Źródło: urząd'].join('\r\n'), 'windows-1250')
}

/** Japan: names of places, 不明 among the levels, in Shift-JIS. */
export function japan(): Buffer {
  const roll = dice(3)
  const lines = Array.from({ length: 6_000 }, (_, i) =>
    [
      `P${100_000 + i}`,
      ['東京都', '大阪府', '北海道', '福岡県'][roll(4)],
      ['男', '女'][roll(2)],
      ['会社員', '自営業', '無職', '不明'][roll(15) === 0 ? 3 : roll(3)],
      20 + roll(60),
    ].join(','),
  )
  return encoded(['患者番号,都道府県,性別,職業,年齢', ...lines].join('\r\n'), 'shift_jis')
}

/** Germany: a workbook with a cover, titles, postcodes with zeros and days, units and a total. */
export function germany(): Buffer {
  const roll = dice(4)
  const records = Array.from({ length: 6_000 }, (_, i): readonly Cell[] => [
    `K-${50_000 + i}`,
    { value: [1067, 4109, 50_667, 80_331][roll(4)], style: 3 },
    ['männlich', 'weiblich'][roll(2)],
    ['ledig', 'verheiratet', 'geschieden', 'keine Angabe'][roll(20) === 0 ? 3 : roll(3)],
    { value: 20_000 + roll(20_000), style: 1 },
    1_000 + roll(100_000) / 100,
  ])
  return workbookOf([
    { name: 'Deckblatt', rows: [['Amt für Statistik'], [], ['Stand 2023']] },
    {
      name: 'Versicherte',
      rows: [
        ['Versicherte nach Wohnort'],
        [],
        ['Kundennr', 'PLZ', 'Geschlecht', 'Familienstand', 'Geburtstag', 'Beitrag'],
        [null, null, null, null, null, 'EUR'],
        ...records,
        ['Summe', null, null, null, null, 1],
        ['Quelle: eigene Erhebung'],
      ],
    },
  ])
}

/** A survey of SPSS: codes with labels, declared missing values, a weight. */
export function survey(): Buffer {
  const roll = dice(5)
  const rows = Array.from({ length: 6_000 }, (_, i) => [
    10_000 + i,
    1 + roll(4),
    1 + roll(2),
    roll(12) === 0 ? 9 : 1 + roll(3),
    18 + roll(70),
    0.2 + roll(400) / 100,
  ])
  return spssFile(
    [
      { name: 'caseid' },
      { name: 'region', labels: { North: 1, South: 2, East: 3, West: 4 } },
      { name: 'sex', labels: { male: 1, female: 2 } },
      { name: 'school', labels: { none: 1, school: 2, degree: 3, refused: 9 }, missing: [9] },
      { name: 'age' },
      { name: 'factor' },
    ],
    rows,
    { weight: 6, compression: 2 },
  )
}
