/** The spec that `tacet init` writes, and the one of the demo town: the same words with the town's names filled in. */

/** How every spec begins. */
export const SPEC_HEAD = `# A Tacet spec: one file that holds a whole plan. See docs/spec.md for every field.
tacet: 1
`

export const EXAMPLE_SPEC = `${SPEC_HEAD}title: People of the town

# Who answers for the release, and why it is as it is. Printed in its report, and published.
about:
  author: A. Steward
  organisation: Statistics office of the town
  contact: statistics@town.example
  reason: An example; a real release says here why this budget was chosen.

source:
  file: people.parquet        # CSV, TSV (also .gz), Parquet, Arrow; or postgres: { url: ..., from: ... }
  # count: n                  # when a line stands for n people

# From the top, which holds everybody, to the smallest places. What places there are is public.
geography:
  top: town
  columns: [district, ward, block]
  # or one code whose prefixes are the levels:
  # code: { column: geoid, prefixes: { state: 2, county: 5, tract: 11, block: 15 } }

# What a record says. Levels are public: list what can occur, not only what does. Quote codes: "012".
attributes:
  - name: sex
    levels: ["female", "male"]
  - name: age
    bins: [0, 5, 18, 30, 45, 65, 80, 120]       # 0-4, 5-17, 18-29, ...
  - name: origin
    levels: ["A", "B", "C", "D"]
    # missing: { values: ["?"], as: "D" }       # or \`drop\`; without it a missing value is an error
  - name: housing
    levels: ["household", "care home", "student hall"]

# Coarser views of one attribute, to be asked for in the workload.
recodes:
  - name: adult
    of: age
    groups:
      minor: ["0-4", "5-17"]
      adult: ["18-29", "30-44", "45-64", "65-79", "80-119"]

privacy:
  unit: add-remove-person       # or change-person
  person: { atMost: 1 }         # every line is another person; else { column: patient, atMost: 8 }
  epsilon: 2                    # or rho: 0.1 with delta: 1e-10
  levels: { town: 1/10, district: 2/10, ward: 3/10, block: 4/10 }   # shares; they sum to 1 exactly

# What is measured at each level. Queries share a level's budget equally, or as \`share: 1/3\` says.
workload:
  - { query: total, levels: [district, ward, block] }     # that of the town is public
  - { query: "sex * age" }
  - { query: "origin * adult" }
  - { query: detailed }

# What is published exactly, and so lies outside the guarantee.
public:
  - { name: population of the town, query: total, level: town, exactly: data }

output:
  format: csv                   # or parquet
  # boundaries: { file: wards.geojson, level: ward, region: ward }   # a map in the report
`
