/** What a worker thread does for a measurement: opens one parcel, adds exact noise, gives back the noisy values. */
import { osEntropy, seededEntropy } from '../../noise/index.ts'
import { fromThread, type Parcel } from '../../privacy/confidential.ts'
import { type Budget, measure, type Sensitivity } from '../../privacy/index.ts'

export interface DrawTask {
  readonly answers: Parcel<Float64Array>
  readonly sensitivity: Sensitivity
  readonly budget: Budget
  readonly seed: { readonly text: string; readonly stream: number } | undefined
}

export function draw({ answers, sensitivity, budget, seed }: DrawTask): Float64Array {
  const entropy = seed === undefined ? osEntropy() : seededEntropy(seed.text, seed.stream)
  return measure(fromThread<Float64Array>(answers), sensitivity, budget, entropy).values
}
