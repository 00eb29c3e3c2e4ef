/**
 * A report is data; `renderReport` makes one HTML file of it that needs nothing else: no script, no font, no request.
 * The page forbids itself everything but its own style sheet, so even markup smuggled in could not act or call out.
 */

import { createHash } from 'node:crypto'
import { element, escapeMarkup } from './markup.ts'
import { renderBlock, renderFacts } from './report-blocks.ts'
import type { Fact, Report, Section } from './report-parts.ts'
import { REPORT_STYLE } from './report-style.ts'
import type { Stamp } from './stamp.ts'

const NOT_PRIVATE =
  'The noise came from a fixed seed and can be undone, or is too small for what is claimed. This is a test, not a release.'
const CONFIDENTIAL = 'This page compares with the true values. It must not leave the people who may see them.'
const STAMP_MEANING: Readonly<Record<Stamp, string>> = {
  'NOT PRIVATE': NOT_PRIVATE,
  CONFIDENTIAL,
  'NOT PRIVATE, CONFIDENTIAL': `${NOT_PRIVATE} ${CONFIDENTIAL}`,
}

/** From this many sections on, a list of them helps. */
const CONTENTS_FROM = 4

export function renderReport(report: Report): string {
  const sections = report.sections.map((section, index) => renderSection(section, index + 1))
  const body = [
    element('header', {}, ...heading(report)),
    report.sections.length >= CONTENTS_FROM ? contents(report.sections) : '',
    element('main', {}, summary(report.summary), ...sections),
    footer(report),
  ]
  return `${opening(report.title)}${body.filter(Boolean).join('\n')}${CLOSING}`
}

/** The parts at both ends of a report: up to its title, its byline, and from its last section on, which has this number. */
export function renderFrame(
  report: Report,
  number: number,
): { readonly head: string; readonly byline: string; readonly last: string } {
  const lines = heading(report)
  const byline = lines.at(-1)!
  const last = report.sections.slice(-1).map((section) => renderSection(section, number))
  return {
    head: `${opening(report.title)}<header>${lines.slice(0, -1).join('')}`,
    byline,
    last: `${last.join('')}</main>\n${footer(report)}${CLOSING}`,
  }
}

function renderSection({ title, blocks }: Section, number: number): string {
  const id = `section-${number}`
  const heading = element('h2', { id }, escapeMarkup(title))
  return element('section', { 'aria-labelledby': id }, heading, ...blocks.map(renderBlock))
}

const opening = (title: string): string => `<!doctype html>\n<html lang="en">\n${head(title)}\n<body>\n`
const CLOSING = '\n</body>\n</html>\n'

function footer({ colophon }: Report): string {
  return colophon === undefined ? '' : element('footer', {}, element('p', {}, escapeMarkup(colophon)))
}

function head(title: string): string {
  const hash = createHash('sha256').update(REPORT_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return [
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${REPORT_STYLE}</style>`,
    '</head>',
  ].join('\n')
}

function heading({ title, subtitle, byline, stamp }: Report): string[] {
  const lines = [stamp === undefined ? '' : stampNote(stamp), element('h1', {}, escapeMarkup(title))]
  if (subtitle !== undefined) lines.push(element('p', { class: 'subtitle' }, escapeMarkup(subtitle)))
  if (byline !== undefined) lines.push(element('p', { class: 'byline' }, escapeMarkup(byline)))
  return lines
}

/** Said in words at the top, and repeated by the printer in the corner of every page. */
function stampNote(stamp: Stamp): string {
  const words = element('strong', {}, escapeMarkup(stamp)) + element('span', {}, escapeMarkup(STAMP_MEANING[stamp]))
  const corner = element('div', { class: 'stamp-corner', 'aria-hidden': 'true' }, escapeMarkup(stamp))
  return element('div', { class: 'stamp', role: 'note' }, words) + corner
}

function summary(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const title = element('h2', { id: 'summary', class: 'unseen' }, 'Summary')
  return element('section', { 'aria-labelledby': 'summary' }, title, renderFacts(facts, 'summary'))
}

function contents(sections: readonly Section[]): string {
  const items = sections.map(({ title }, index) =>
    element('li', {}, element('a', { href: `#section-${index + 1}` }, escapeMarkup(title))),
  )
  return element('nav', { 'aria-label': 'Contents' }, element('ol', {}, ...items))
}
