/** What the tight accountant says of the two budgets of the 2020 Census, beside zCDP and beside the limit of continuous noise. */
import { divide, multiply, parseRational, type Rational, rational, toNumber } from 'tacet/exact'
import { epsilonOf, type MovedAnswers, tightEpsilon } from 'tacet/privacy'

const DELTA = parseRational('1e-10')
const LEVELS = [104n, 1440n, 447n, 687n, 1256n, 165n].map((share) => rational(share, 4099n))
const BUDGETS = [
  { name: 'persons', rho: parseRational('293764/114921'), limit: 16.465155 },
  { name: 'housing units', rho: parseRational('11417641/152349649'), limit: 2.363203 },
]

/** Six levels in production shares, each split among queries as 1 : 2 : ... : n, of which one step moves `entries` answers. */
function workload(rho: Rational, queries: number, entries: number): MovedAnswers[] {
  const parts = BigInt((queries * (queries + 1)) / 2)
  return LEVELS.flatMap((share) =>
    Array.from({ length: queries }, (_, i) => {
      const part = multiply(multiply(rho, share), rational(BigInt(i + 1), parts))
      return { entries, variance: divide(rational(BigInt(entries)), multiply(rational(2n), part)) }
    }),
  )
}

console.log('| budget | queries | moved | zCDP | tight | continuous limit | seconds |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const { name, rho, limit } of BUDGETS) {
  for (const queries of [1, 4, 11]) {
    for (const entries of [1, 2]) {
      const moved = workload(rho, queries, entries)
      const begun = performance.now()
      const tight = toNumber(tightEpsilon(moved, DELTA) ?? rational(0n))
      const seconds = ((performance.now() - begun) / 1000).toFixed(2)
      const zcdp = toNumber(epsilonOf(rho, DELTA)).toFixed(6)
      console.log(`| ${name} | ${queries} | ${entries} | ${zcdp} | ${tight.toFixed(6)} | ${limit} | ${seconds} |`)
    }
  }
}
