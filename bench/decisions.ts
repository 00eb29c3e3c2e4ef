/**
 * Decisions, after the experiments of Munoz Medina, Syed, Vassilvitskii and Vitercik, "Private Optimization Without Constraint
 * Violations" (2021): portfolios (Figures 3 and 5, Appendix D), advertising (Figure 4), and the time of a private solve against
 * the bare one on transportation problems. Every solution is checked at the true right-hand sides in exact arithmetic.
 * TACET_DATA is the folder of public data; TACET_BENCH_RUNS lowers the repetitions; TACET_BENCH_ONLY picks one part.
 */
import { benchAdvertising } from './decisions-advertising.ts'
import { benchPortfolio } from './decisions-portfolio.ts'
import { benchTransportation } from './decisions-transportation.ts'

const only = process.env.TACET_BENCH_ONLY
if (only === undefined || only === 'portfolio') await benchPortfolio()
if (only === undefined || only === 'advertising') await benchAdvertising()
if (only === undefined || only === 'transportation') await benchTransportation()
