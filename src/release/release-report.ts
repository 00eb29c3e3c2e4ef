/** The report of a release: what its capability says, between what is the same for all: the title, the stamp, the byline, the evidence. */
import type { Evidence } from './evidence.ts'
import { bylineOf, evidenceSection } from './evidence-section.ts'
import { escapeMarkup } from './markup.ts'
import { renderFrame, renderReport } from './report.ts'
import type { Report } from './report-parts.ts'

export const REPORT_NAME = 'report.html'

export function renderReleaseReport(report: Report, evidence: Evidence): string {
  return renderReport(finished(report, evidence))
}

function finished(report: Report, evidence: Evidence): Report {
  const { software, release } = evidence
  const colophon = `Tacet ${software.tacet}, run ${release.runId}. The manifest beside this page holds the fingerprint of every file.`
  const sections = [...report.sections, evidenceSection(evidence)]
  const stamp = (release.stamp ?? undefined) as Report['stamp']
  return { ...report, stamp, sections, byline: bylineOf(evidence), colophon }
}

/** What of a report follows from the evidence alone, and is not there; `says` are paragraphs that must be in it, in their order. */
export function reportFaults(html: string, evidence: Evidence, says: readonly string[]): string[] {
  const { head, byline, last } = frameOf(html, evidence)
  const missing = missingInOrder(
    html,
    says.map((text) => `<p>${escapeMarkup(text)}</p>`),
  )
  return [
    ...(html.startsWith(head) ? [] : ['its title or its stamp is not that of the evidence']),
    ...(html.includes(byline) ? [] : ['its date or who answers for it is not that of the evidence']),
    ...(html.endsWith(last) ? [] : ['its section of evidence is not that of evidence.json']),
    ...missing.map((paragraph) => `it does not say: ${paragraph.replaceAll(/<[^>]*>/g, '')}`),
  ]
}

/** What such a report begins and ends with, and its byline. */
export function frameOf(html: string, evidence: Evidence): ReturnType<typeof renderFrame> {
  const sections = html.split('<section aria-labelledby="section-').length - 1
  const bare = { title: evidence.release.title ?? '', summary: [], sections: [] }
  return renderFrame(finished(bare, evidence), sections)
}

function missingInOrder(html: string, wanted: readonly string[]): string[] {
  let from = 0
  return wanted.filter((one) => {
    const at = html.indexOf(one, from)
    if (at >= 0) from = at + one.length
    return at < 0
  })
}
