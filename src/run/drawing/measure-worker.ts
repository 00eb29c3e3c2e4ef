/** What a worker thread does for a measurement: opens one parcel, adds exact noise, gives back the noisy values. */
import { fromThread, type Parcel } from '../../privacy/confidential.ts'
import { type Budget, measure, type Sensitivity } from '../../privacy/index.ts'
import { entropyOf, type NoiseSource } from '../noise-source.ts'

export interface DrawTask {
  readonly answers: Parcel<Float64Array>
  readonly sensitivity: Sensitivity
  readonly budget: Budget
  readonly source: NoiseSource
  readonly stream: number
}

export function draw({ answers, sensitivity, budget, source, stream }: DrawTask): Float64Array {
  return measure(fromThread<Float64Array>(answers), sensitivity, budget, entropyOf(source, stream)).values
}
