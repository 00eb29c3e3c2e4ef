/** How a file is read: what a text file does not say of itself, and what stands for a missing value. All of it is found out unless given. */
import { z } from 'zod'
import { ENCODINGS, encodingName } from './encodings.ts'
import { field } from './field.ts'
import { listOf } from './short-texts.ts'

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

const text = z.string().min(1, { error: 'is empty' })

const lines: z.ZodNumber = z
  .number({ error: 'is a whole number from 0 up' })
  .int({ error: 'is a whole number from 0 up' })
  .min(0, { error: 'is a whole number from 0 up' })
  .max(1_048_576, { error: 'is at most 1,048,576' })

/** `age=98,99` as { age: [98, 99] }. */
function textsOfColumn(given: string): Readonly<Record<string, readonly string[]>> {
  const at = given.lastIndexOf('=')
  return at < 1 ? { [given]: [] } : { [given.slice(0, at)]: listOf(given.slice(at + 1)) }
}

/** As iconv calls it. */
const forIconv = (input: unknown): string =>
  typeof input === 'string' && /^[\w.-]{1,30}$/.test(input) ? input.toUpperCase().replaceAll('_', '-') : 'ENCODING'

/** The encodings that a help lists. */
const COMMON_ENCODINGS = ['utf-8', 'windows-1252', 'windows-1250', 'iso-8859-2', 'shift_jis', 'gbk', '...']

export const reading = z.strictObject({
  encoding: field(
    z
      .preprocess(
        encodingName,
        z.enum(ENCODINGS, {
          error: ({ input }) =>
            `is no encoding that is known, such as ${COMMON_ENCODINGS.slice(0, -1).join(', ')}. Convert a file in another one first: iconv -f ${forIconv(input)} -t UTF-8 FILE > NEW`,
        }),
      )
      .optional(),
    {
      flag: '--encoding <name>',
      names: COMMON_ENCODINGS,
      does: 'Of a text file: any that browsers know, by any of its names.',
      help: 'of a text file',
    },
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
  sheet: field(text.optional(), {
    flag: '--sheet <name>',
    does: 'Of a workbook: the sheet that is read. Without it the first one that holds a table.',
    help: 'of a workbook: the sheet that is read',
  }),
  headerLine: field(lines.optional(), {
    flag: '--header-line <line>',
    does: 'The line of column names, counted from 1; lines above it are left out. 0: there is none.',
  }),
  unitLines: field(lines.optional(), {
    flag: '--unit-lines <lines>',
    does: 'How many lines below the column names are no records (units, codes).',
  }),
  totalLines: field(lines.optional(), {
    flag: '--total-lines <lines>',
    does: 'How many lines at the end are no records (totals, notes); blank lines are not counted.',
  }),
  names: field(z.array(text).min(1).optional(), {
    flag: '--names <a,b>',
    read: listOf,
    does: 'Names for all columns, in place of those in the file.',
  }),
  values: field(z.enum(['labels', 'codes']).optional(), {
    flag: '--values <kind>',
    does: 'Of a file of SPSS or Stata: whether values are the labels of their codes (`labels`, the default) or the codes.',
    help: 'of a file of SPSS or Stata',
  }),
  missing: field(z.array(z.string()).optional(), {
    flag: '--missing-values <a,b>',
    help: 'texts that stand for a missing value, whatever their case; they replace the usual ones (? . - NA NULL ...)',
    does: 'Texts that stand for a missing value, whatever their case; an empty one always does.',
  }),
  missingIn: field(z.record(text, z.array(z.string())).optional(), {
    flag: '--missing-in <column=a,b>',
    repeats: true,
    read: textsOfColumn,
    does: 'Texts that stand for a missing value in one column alone, such as 9 or 999, beside those of `missing`.',
    help: 'texts that stand for a missing value in one column alone: age=98,99',
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
