import { expect, test } from 'vitest'
import { investMoney } from './invest-money.ts'
import { sellAdvertising } from './sell-advertising.ts'
import { shipDrugs } from './ship-drugs.ts'

test('ship drugs', async () => {
  console.log(await shipDrugs())
})
test('invest money', async () => {
  console.log(await investMoney())
})
test('sell advertising', async () => {
  console.log(await sellAdvertising())
})
