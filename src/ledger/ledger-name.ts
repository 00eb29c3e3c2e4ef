/** The ledger beside the data, unless another is named. */
export const LEDGER_NAME = 'tacet-ledger.jsonl'

/** That of housing units, beside theirs: a ledger is of one data set and one kind of neighbour. */
export const UNITS_LEDGER_NAME = 'tacet-ledger-units.jsonl'

/** Every ledger that is written without being named. */
export const LEDGER_NAMES: readonly string[] = [LEDGER_NAME, UNITS_LEDGER_NAME]
