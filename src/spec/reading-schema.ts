/** How a file is read: what a text file does not say of itself, and what stands for a missing value. All of it is found out unless given. */
import { z } from 'zod'

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

export const reading = z.strictObject({
  encoding: z
    .enum(Object.keys(ENCODINGS) as [string, ...string[]], {
      error: `is none of ${Object.keys(ENCODINGS).join(', ')}`,
    })
    .optional()
    .describe('Of a text file.'),
  delimiter: z
    .enum(DELIMITERS, { error: 'is one of "," ";" "|" and tab' })
    .optional()
    .describe('What stands between the values of a line.'),
  decimal: z.enum(['.', ','], { error: 'is "." or ","' }).optional().describe('The sign before decimals.'),
  dates: z
    .union([dateFormat.transform((format) => [format]), z.array(dateFormat)], {
      error: `is one of ${DATE_FORMATS.join(', ')}, or a list of them`,
    })
    .optional()
    .describe('How dates are written, where not as 2020-12-31; with or without a time of day.'),
  missing: z
    .array(z.string())
    .optional()
    .describe('Texts that stand for a missing value, whatever their case; an empty one always does.'),
  case: z
    .enum(['fold', 'keep'])
    .optional()
    .describe('Whether texts that differ in case alone are one value (`fold`, the default) or several.'),
})

export type Reading = z.output<typeof reading>

/** What stands for a missing value unless the spec says otherwise. */
export const MISSING_TEXTS: readonly string[] = [
  ...['?', '.', '-', '--', 'NA', 'N/A', '#N/A', 'NULL', '(null)', 'missing', '(missing)', 'unknown'],
]
