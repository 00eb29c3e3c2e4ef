/**
 * Who vouches for a release: a signature (Ed25519) over its manifest, which names every other file by its fingerprint, and over where
 * the ledger stood. It lies beside the manifest, and whoever knows the public key can check the release without the ledger.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { canonicalJson } from '../privacy/ledger-entry.ts'
import { badInput } from '../request-error.ts'

export const SIGNATURE_NAME = 'signature.json'

const FORMAT = 'tacet-signature-1'
const KEY_WORD = 'tacet-ed25519'

/** What is vouched for. */
export interface Signed {
  readonly manifestSha256: string
  /** As the manifest has it; null where nothing was charged. */
  readonly ledgerHead: unknown
}

export interface Signature extends Signed {
  readonly format: typeof FORMAT
  /** The public key, as `publicKeyText` writes it. */
  readonly key: string
  readonly signature: string
}

/** A new private key, as text to be kept. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

/** Reads what `newSigningKey` wrote; `where` is named in a complaint. */
export function readSigningKey(text: string, where: string): KeyObject {
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // said below: the text is secret
  }
  throw badInput(
    `${where} should hold a key for signatures and cannot be read. Restore it from a copy, or make another.`,
  )
}

/** The public half, on one line: it may be shown to everybody. */
export function publicKeyText(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key
  return `${KEY_WORD}:${open.export({ format: 'jwk' }).x}`
}

export function signatureOf(key: KeyObject, { manifestSha256, ledgerHead }: Signed): Signature {
  const signature = sign(null, signedBytes({ manifestSha256, ledgerHead }), key).toString('base64')
  return { format: FORMAT, manifestSha256, ledgerHead, key: publicKeyText(key), signature }
}

/** Whether the holder of the key that it names signed just this. */
export function isSound({ key, signature, ...signed }: Signature): boolean {
  try {
    return verify(null, signedBytes(signed), publicKeyOf(key), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** Throws when the text is no public key. */
export function publicKeyOf(text: string): KeyObject {
  const [word, x = ''] = text.trim().split(':')
  try {
    if (word === KEY_WORD) return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    // said below
  }
  throw badInput(`\`key\`: it is no public key. \`tacet ledger key\` prints one: ${KEY_WORD}: and 43 signs.`)
}

/** A signature as it stands in its file; undefined when it is none. */
export function parseSignature(text: string): Signature | undefined {
  try {
    const found = JSON.parse(text) as Partial<Signature> | null
    const texts = [found?.key, found?.signature, found?.manifestSha256]
    if (found?.format === FORMAT && texts.every((one) => typeof one === 'string')) return found as Signature
  } catch {
    // as for any other text
  }
  return undefined
}

function signedBytes({ manifestSha256, ledgerHead }: Signed): Buffer {
  return Buffer.from(canonicalJson({ format: FORMAT, manifestSha256, ledgerHead }))
}
