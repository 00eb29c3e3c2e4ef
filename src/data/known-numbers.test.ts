import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownPattern } from './known-numbers.ts'

/** Numbers with their check digits, made by the published rules, most of them from their countries' own examples. */
test.each<[string, readonly string[]]>([
  ['CPF (Brazil)', ['529.982.247-25', '111.444.777-35', '123.456.789-09', '935.411.347-80', '153.509.460-56']],
  ['PESEL (Poland)', ['44051401359', '02070803628', '90090515836', '92071314764', '81010200134']],
  ['NHS number (England)', ['943 476 5919', '401 023 2137', '9434765870', '4505577104', '5990128088']],
  ['BSN (Netherlands)', ['111222333', '123456782', '232262536', '010464554', '044602339']],
  [
    'IBAN (bank account)',
    [
      'DE89 3704 0044 0532 0130 00',
      'GB82WEST12345698765432',
      'FR1420041010050500013M02606',
      'PL61109010140000071219812874',
      'NL91ABNA0417164300',
    ],
  ],
  ['My Number (Japan)', ['123456789018', '987654321093', '456123789044', '314159265352', '271828182840']],
  ['tax number (Germany)', ['86095742719', '47036892816', '65929970489', '57549285017', '25454128219']],
  ['NIR (France)', ['2550814168025 38', '185127800604845', '293053306301202', '169027511234586', '289061305532106']],
  ['DNI or NIE (Spain)', ['12345678Z', 'X1234567L', '00000000T', 'Y1234567X', 'Z1234567R']],
  ['e-mail address', ['a@b.org', 'jan.kowalski@urzad.pl', 'x_y@mail.co.jp', 'q@q.de', 'o.k@site.com.br']],
  ['SSN (United States)', ['123-45-6789', '001-01-0001', '219-09-9999', '457-55-5462', '899-99-9999']],
  ['phone number', ['+49 30 901820', '+55 (11) 91234-5678', '0048 22 123 45 67', '+81 3-1234-5678', '+1 212 555 0100']],
])('%s', (name, values) => {
  expect(knownPattern(values)).toBe(name)
  // One mistyped value in five is still one of them; two are not.
  expect(knownPattern([...values.slice(1), 'x'])).toBe(name)
  expect(knownPattern([...values.slice(2), 'x', 'y'])).toBeUndefined()
})

test('numbers without check digits are none of them', () => {
  const column = fc.array(fc.integer({ min: 10_000_000_000, max: 99_999_999_999 }), { minLength: 40, maxLength: 60 })
  fc.assert(fc.property(column, (numbers) => knownPattern(numbers.map(String)) === undefined))
})
