/**
 * SHA-256 (FIPS 180-4, section 6.2), synchronous and without a platform: the ledger's chain must be checkable anywhere, and
 * the browser's own digest is asynchronous.
 */

/** The first 32 bits of the fractional parts of the square and cube roots of the first primes (sections 5.3.3, 4.2.2). */
const PRIMES = firstPrimes(64)
const INITIAL = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fractionalBits(prime, 2))
const ROUND = Uint32Array.from(PRIMES, (prime) => fractionalBits(prime, 3))

/** The digest of the UTF-8 bytes of a text, or of bytes, in lower-case hexadecimal. */
export function sha256(message: string | Uint8Array): string {
  const padded = pad(typeof message === 'string' ? new TextEncoder().encode(message) : message)
  const view = new DataView(padded.buffer)
  const hash = Uint32Array.from(INITIAL)
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + 4 * t)
    compress(hash, schedule)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The message, a 1 bit, zeros, and its length in bits as a 64-bit number: a multiple of 64 bytes. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, 8n * BigInt(message.length))
  return padded
}

/** Section 6.2.2: expands the 16 words of a block in `w` to 64, and mixes them into `hash`. */
function compress(hash: Uint32Array, w: Uint32Array): void {
  for (let t = 16; t < 64; t++) {
    const s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >>> 3)
    const s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >>> 10)
    w[t] = w[t - 16] + s0 + w[t - 7] + s1
  }
  let [a, b, c, d, e, f, g, h] = hash
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[t] + w[t]) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] += word
  })
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** floor(2^32 * frac(prime^(1/degree))): the largest r with r^degree <= prime * 2^(32 degree), modulo 2^32, by bisection. */
function fractionalBits(prime: number, degree: number): number {
  const target = BigInt(prime) << BigInt(32 * degree)
  let root = 0n
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(degree) <= target) root += bit
  return Number(BigInt.asUintN(32, root))
}
