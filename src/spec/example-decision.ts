import { SPEC_HEAD } from './example-spec.ts'

/** A whole decision with nothing beside it, for a first look: how many beds two houses keep. Its numbers are invented. */
export const EXAMPLE_DECISION = `${SPEC_HEAD}title: Beds of two houses

# An example with invented numbers. What is needed (420 beds) is a count of patients, and private;
# the published numbers of beds meet it always, whatever noise is drawn. docs/decide.md has every field.
decide:
  program:
    sense: minimise
    variables:
      north: { cost: 3, upper: 400 }
      south: { cost: 2, upper: 300 }
    constraints:
      beds: { terms: { north: 1, south: 1 }, lower: 420 }      # private: what is needed
      nurses: { terms: { north: 1, south: 2 }, upper: 800 }    # public
    # or with the numbers in files: tables: { ... }; or model: transport.lp instead of a program
  private: [beds]
  queries: { beds: { count: true } }    # one patient more or less moves it by 1
  floor: { beds: 600 }                  # no data need more: public

privacy: { epsilon: 1, delta: 1e-6 }
`
