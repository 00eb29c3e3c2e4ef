import { expect, test } from 'vitest'
import { encoded } from '../../../test/support/encoded.ts'
import { guessedEncoding } from './guess-encoding.ts'

const POLISH = 'Płeć;Województwo;Wykształcenie\nkobieta;łódzkie;średnie\nmężczyzna;śląskie;wyższe\n'
const CZECH = 'pohlaví;kraj\nžena;Středočeský\nmuž;Jihočeský\n'
const RUSSIAN = 'Пол;Возраст;Область\nмужской;20;Москва\nженский;30;Санкт-Петербург\n'
const JAPANESE = '性別,年齢,都道府県\n男,20代,東京都\n女,不明,大阪府\n'

test.each<[string, string]>([
  ['windows-1250', POLISH],
  ['iso-8859-2', POLISH],
  ['windows-1250', 'KOBIETA;ŁÓDŹ\nMĘŻCZYZNA;ŚLĄSK\n'],
  ['windows-1250', CZECH],
  ['iso-8859-2', CZECH],
  ['windows-1250', 'nem;életkor;megye\nnő;30;Győr\nférfi;20;Hajdú\nősz fűtő\n'],
  ['windows-1252', 'Geschlecht;Größe\nmännlich;groß\n'],
  ['windows-1252', 'sexo;situação;município\nFeminino;não informado;São Paulo\n'],
  ['windows-1252', 'NÃO INFORMADO;MUNICÍPIO\n'],
  ['windows-1252', 'kön;län\nkvinna;Västra Götaland\nman;Östergötland\n'],
  ['windows-1252', 'sexe;durée\nhomme;4 €\n'],
  ['windows-1252', 'cœur – l’été\n'],
  ['macintosh', 'prénom;âge;département\nélève;Hérault\n'],
  ['windows-1254', 'Cinsiyet;Yaş;İl\nkadın;30;İstanbul\nerkek;20;Şanlıurfa\nevli değil\n'],
  ['windows-1257', 'lytis;amžius\nmoteris;Šiauliai\nvyras;Panevėžys ąčęėįšųū\n'],
  ['windows-1251', RUSSIAN],
  ['windows-1251', 'ПОЛ;ОБЛАСТЬ\nМУЖСКОЙ;МОСКВА\n'],
  ['koi8-r', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['windows-1253', 'Φύλο;Ηλικία\nγυναίκα;30\nάνδρας;20\n'],
  ['windows-874', 'เพศ,อายุ\nชาย,20\nหญิง,30\n'],
  ['shift_jis', JAPANESE],
  ['shift_jis', '男,1\n女,2\n'],
  ['euc-jp', JAPANESE],
  ['gb18030', '性别,年龄,省份\n男,20,北京市\n女,30,广东省\n'],
  ['big5', '性別,年齡,縣市\n男,20,台北市\n女,30,高雄市\n'],
  ['euc-kr', '성별,나이,지역\n남,20,서울\n여,30,부산\n'],
])('%s is told by its letters: %s', (encoding, text) => {
  expect(guessedEncoding(encoded(text, encoding))).toBe(encoding)
})

test('bytes that look like no language are guessed as nothing', () => {
  expect(guessedEncoding(Buffer.from(Array.from({ length: 400 }, (_, i) => 128 + ((i * 37) % 128))))).toBe(undefined)
})
