/**
 * The order that every release shares. A capability supplies the steps; when each happens is decided here and nowhere else:
 *
 *   ask the cap -> fingerprint the inputs -> hold the folder -> count -> compare with a stopped run -> publish what is exact and
 *   check the public facts -> open every ledger -> charge and draw, one after the other -> solve -> check and write -> flush,
 *   record, put in place
 *
 * Nothing is read before the cap agrees, nothing is drawn before its spend is reserved, no spend is reserved before all of
 * them can be, and the folder appears at the end, whole.
 */
import { type Database, type DatabaseOptions, withDatabase } from '../data/index.ts'
import { MODES_KEEP_OTHERS_OUT } from '../files/index.ts'
import { type Guarantee, isConfidential, type ManifestDraft, type Report } from '../release/index.ts'
import type { About } from '../spec/index.ts'
import type { FolderRelease } from './capability.ts'
import { type Charge, type Charged, chargeAndDraw, checkCap, type Drawing, openLedger, type Spend } from './charge.ts'
import { outOf, type RunContext, type Working, workingOf } from './context.ts'
import { publish } from './publish.ts'
import { identify } from './run-file.ts'
import { RunFolder, stoppedRun } from './run-folder.ts'

/** Where a release is made. */
export interface Site extends Working {
  readonly folder: RunFolder
  readonly db: Database
  readonly context: RunContext
}

export interface ReleaseSteps<Counted, Ready, Solved, Figures> {
  /** With `request`, what was asked as text, and the paths of `inputs`: what makes two runs the same run. */
  readonly command: string
  /** What kind of guarantee the release gives; its evidence says so. */
  readonly guarantee: Guarantee
  readonly request: string
  readonly inputs: readonly string[]
  /** Who answers for it, where the spec says so. */
  readonly about: About | undefined
  readonly database: DatabaseOptions
  /** The most that it may spend, by ledger; none for a release that is not differentially private. */
  readonly spends: readonly Spend[]
  /** Reads and counts. */
  count(site: Site): Promise<Counted>
  /** The fingerprint of what was counted; undefined where the inputs' own are enough. */
  fingerprint(counted: Counted): Promise<string> | undefined
  /** Publishes what is exact, and refuses what cannot be: after this nothing of the input is wrong. */
  ready(counted: Counted, site: Site): Promise<Ready>
  /** What is drawn, and what each drawing costs. */
  draws(ready: Ready, site: Site): readonly PaidDrawing[]
  /** From here on everything is a function of public values, but for what is not differentially private. */
  solve(ready: Ready, site: Site): Promise<Solved>
  /** Checks, and writes the files of the release. */
  write(solved: Solved, site: Site, charges: readonly (Charged | undefined)[]): Promise<WrittenRelease<Figures>>
}

export interface PaidDrawing {
  readonly charge: Charge
  readonly drawing: Drawing
}

export interface WrittenRelease<Figures> {
  readonly draft: Omit<ManifestDraft, 'runId'>
  readonly report: Report
  /** Public inputs, which the manifest names with their fingerprints. */
  readonly inputs: readonly string[]
  /** The data files, by name. */
  readonly outputs: readonly string[]
  /** Outputs that link to records. */
  readonly ownerOnly?: readonly string[]
  readonly figures: Figures
}

export async function makeRelease<Counted, Ready, Solved, Figures>(
  steps: ReleaseSteps<Counted, Ready, Solved, Figures>,
  context: RunContext,
): Promise<FolderRelease<Figures>> {
  const out = outOf(context)
  const { seed } = context.options
  if (seed === undefined && steps.spends.length > 0) {
    const stopped = await stoppedRun(out)
    for (const spend of steps.spends)
      for (const text of await checkCap(context.ledgers, spend, stopped)) context.events({ kind: 'note', text })
  }
  const identity = await identify(steps.command, steps.request, steps.inputs, seed)
  return RunFolder.hold(out, identity, (folder) =>
    withDatabase(steps.database, async (db) => {
      if (folder.resumed) context.events({ kind: 'resumed' })
      const site: Site = { ...workingOf(context), folder, db, context }
      return inFolder(steps, site)
    }),
  )
}

const RIGHTS_OF_THE_FOLDER =
  'On Windows whoever may open the folder that it stands in can read it: keep it where only you have rights.'

async function inFolder<Counted, Ready, Solved, Figures>(
  steps: ReleaseSteps<Counted, Ready, Solved, Figures>,
  site: Site,
): Promise<FolderRelease<Figures>> {
  const { folder, signal, context } = site
  const counted = await steps.count(site)
  signal.throwIfAborted()
  const data = await steps.fingerprint(counted)
  if (data !== undefined) await folder.requireSameData(data)
  const ready = await steps.ready(counted, site)
  const charges = await drawAll(steps.draws(ready, site), site)
  signal.throwIfAborted()
  const solved = await steps.solve(ready, site)
  signal.throwIfAborted()
  const { draft, report, inputs, outputs, ownerOnly, figures } = await steps.write(solved, site, charges)
  const manifest = await publish(folder, draft, report, {
    guarantee: steps.guarantee,
    about: steps.about,
    inputs,
    outputs,
    charges,
    ownerOnly,
  })
  if (!MODES_KEEP_OTHERS_OUT && (isConfidential(draft.stamp) || (ownerOnly ?? []).length > 0))
    context.events({ kind: 'note', text: `${folder.out} is not for others. ${RIGHTS_OF_THE_FOLDER}` })
  return { out: folder.out, manifest, figures, resumed: folder.resumed }
}

async function drawAll(
  draws: readonly PaidDrawing[],
  { folder, context }: Site,
): Promise<readonly (Charged | undefined)[]> {
  for (const { charge } of draws) await openLedger(folder, context.ledgers, charge)
  const charges: (Charged | undefined)[] = []
  for (const { charge, drawing } of draws) charges.push(await chargeAndDraw(folder, context, charge, drawing))
  return charges
}
