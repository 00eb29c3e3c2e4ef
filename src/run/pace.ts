/** How long work will still take, and how that is written. */

/** Before this many seconds a pace says little. */
const FIRST_PACE = 0.5

/** From this share on only the pace counts, before it also what was expected. */
const STEADY = 0.25

/** Seconds left at the pace so far, until it is steady mixed with what was expected; undefined when nothing is known. */
export function secondsLeft(
  done: number,
  total: number | undefined,
  seconds: number,
  expected?: number,
): number | undefined {
  if (total === undefined || done <= 0 || seconds < FIRST_PACE)
    return expected === undefined || expected <= seconds ? undefined : expected - seconds
  if (done >= total) return undefined
  const share = done / total
  const pace = (seconds * (1 - share)) / share
  const trust = expected === undefined ? 1 : Math.min(1, share / STEADY)
  return trust * pace + (1 - trust) * (expected ?? 0) * (1 - share)
}

/** "3 s", "2 min 5 s", "1 h 4 min". */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${seconds < 10 ? Math.round(seconds * 10) / 10 : whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** "812 B", "3.4 MB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
