/** How a file is read: what a text file does not say of itself, and what stands for a missing value. All of it is found out unless given. */
import { z } from 'zod'
import { field } from './field.ts'
import { listOf } from './short-texts.ts'

/** Names of encodings, as people and programs give them, and the ones that decoders know. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'utf-16': 'utf-16',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1257': 'windows-1257',
  cp1252: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-15': 'iso-8859-15',
  macintosh: 'macintosh',
}

export const DELIMITERS: readonly [',', ';', '|', 'tab'] = [',', ';', '|', 'tab']

/** With or without a time of day behind them. Years come first in ISO dates, which are always understood. */
export const DATE_FORMATS: readonly [
  'dd.mm.yyyy',
  'dd/mm/yyyy',
  'dd-mm-yyyy',
  'mm/dd/yyyy',
  'mm-dd-yyyy',
  'yyyy/mm/dd',
  'yyyy.mm.dd',
] = ['dd.mm.yyyy', 'dd/mm/yyyy', 'dd-mm-yyyy', 'mm/dd/yyyy', 'mm-dd-yyyy', 'yyyy/mm/dd', 'yyyy.mm.dd']

export type DateFormat = (typeof DATE_FORMATS)[number]

const dateFormat = z.enum(DATE_FORMATS, {
  error: `is none of ${DATE_FORMATS.join(', ')}; dates as 2020-12-31 need no word`,
})

/** As iconv calls it: SHIFT-JIS. */
const encodingName = (input: unknown): string =>
  typeof input === 'string' && /^[\w.-]{1,30}$/.test(input) ? input.toUpperCase().replaceAll('_', '-') : 'ENCODING'

export const reading = z.strictObject({
  encoding: field(
    z
      .enum(Object.keys(ENCODINGS) as [string, ...string[]], {
        error: ({ input }) =>
          `is none of ${Object.keys(ENCODINGS).join(', ')}. Convert a file in another encoding first: iconv -f ${encodingName(input)} -t UTF-8 FILE > NEW`,
      })
      .optional(),
    { flag: '--encoding <name>', does: 'Of a text file.' },
  ),
  delimiter: field(z.enum(DELIMITERS, { error: 'is one of "," ";" "|" and tab' }).optional(), {
    flag: '--delimiter <sign>',
    read: (text) => (text === '\t' ? 'tab' : text),
    does: 'What stands between the values of a line.',
  }),
  decimal: field(z.enum(['.', ','], { error: 'is "." or ","' }).optional(), {
    flag: '--decimal <sign>',
    does: 'The sign before decimals.',
  }),
  dates: field(
    z
      .union([dateFormat.transform((format) => [format]), z.array(dateFormat)], {
        error: `is one of ${DATE_FORMATS.join(', ')}, or a list of them`,
      })
      .optional(),
    {
      flag: '--dates <format,...>',
      read: listOf,
      help: 'how dates are written: dd.mm.yyyy, dd/mm/yyyy, mm/dd/yyyy, ...',
      does: 'How dates are written, where not as 2020-12-31; with or without a time of day.',
    },
  ),
  missing: field(z.array(z.string()).optional(), {
    flag: '--missing-values <a,b>',
    help: 'texts that stand for a missing value, whatever their case; they replace the usual ones (? . - NA NULL ...)',
    does: 'Texts that stand for a missing value, whatever their case; an empty one always does.',
  }),
  case: field(z.enum(['fold', 'keep']).optional(), {
    flag: '--case <rule>',
    help: 'F and f are one value, or two',
    does: 'Whether texts that differ in case alone are one value (`fold`, the default) or several.',
  }),
})

export type Reading = z.output<typeof reading>

/** What stands for a missing value unless the spec says otherwise. */
export const MISSING_TEXTS: readonly string[] = [
  ...['?', '.', '-', '--', 'NA', 'N/A', '#N/A', 'NULL', '(null)', 'missing', '(missing)', 'unknown'],
]
