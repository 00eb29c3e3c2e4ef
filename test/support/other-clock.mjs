/** Loaded before a program (NODE_OPTIONS=--import): its clock is off by TACET_CLOCK_HOURS. */
const off = 3_600_000 * Number(process.env.TACET_CLOCK_HOURS)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + off] : given))
  }
  static now() {
    return RealDate.now() + off
  }
}
