/** SHA-256, synchronous and the same everywhere: the ledger's chain must be checkable in a browser too. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The digest of the UTF-8 bytes of a text, or of bytes, in lower-case hexadecimal. */
export function sha256(message: string | Uint8Array): string {
  return bytesToHex(digest(typeof message === 'string' ? utf8ToBytes(message) : message))
}
