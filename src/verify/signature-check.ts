/** The signature beside a manifest: over this manifest and this head of the ledger, and by the key that is asked for. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../privacy/index.ts'
import { isSound, type Manifest, parseSignature, publicKeyOf, publicKeyText, SIGNATURE_NAME } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'

const NAME = 'signature'

/** None for a release without a signature, unless a key is asked for. */
export async function signatureCheck(
  folder: string,
  manifest: Manifest,
  manifestSha256: string,
  key: string | undefined,
): Promise<readonly Check[]> {
  const asked = key === undefined ? undefined : publicKeyText(publicKeyOf(key))
  const text = await readFile(join(folder, SIGNATURE_NAME), 'utf8').catch(() => undefined)
  if (text === undefined) return asked === undefined ? [] : [checkOf(NAME, ['the release carries none'], '')]
  const found = parseSignature(text)
  if (found === undefined) return [checkOf(NAME, [`${SIGNATURE_NAME} is no signature`], '')]
  const head = manifest.privacy.ledgerHead ?? null
  const faults = [
    ...(found.manifestSha256 === manifestSha256 ? [] : ['it is over another manifest']),
    ...(canonicalJson(found.ledgerHead) === canonicalJson(head) ? [] : ['it is over another head of the ledger']),
    ...(isSound(found) ? [] : ['it was not made with the key that it names']),
    ...(asked === undefined || found.key === asked ? [] : [`it was made with another key, ${found.key}`]),
  ]
  const whose =
    asked === undefined ? `the key that it names, ${found.key}; whose that is, \`key\` tells` : 'the key asked for'
  return [checkOf(NAME, faults, `the manifest and the head of the ledger are signed with ${whose}`)]
}
