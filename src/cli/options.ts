/** Options that mean the same in every command. */
import { Option } from 'commander'

export function formatOption(): Option {
  return new Option('--format <format>', 'of the output files').choices(['csv', 'parquet'])
}
