/** A release from the top down: its statement, its figures, its entry in the ledger. */
import type { Check } from './check.ts'
import { topdownChecks } from './topdown-checks.ts'
import { topdownLedgerCheck, topdownPrivacyChecks } from './topdown-privacy-checks.ts'
import type { ReleaseToVerify } from './verify-release.ts'

export async function topdownReleaseChecks({
  folder,
  manifest,
  earlier,
  ledger,
}: ReleaseToVerify): Promise<readonly Check[]> {
  return [
    ...(await topdownPrivacyChecks(manifest, earlier)),
    ...(await topdownChecks(folder, manifest, earlier === undefined ? {} : { earlier })),
    ...(await topdownLedgerCheck(manifest, ledger)),
  ]
}
