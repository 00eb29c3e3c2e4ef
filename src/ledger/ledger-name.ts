/** The ledger beside the data, unless another is named. */
export const LEDGER_NAME = 'tacet-ledger.jsonl'
