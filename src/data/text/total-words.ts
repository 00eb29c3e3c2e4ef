/** Words with which the last lines of a table begin, in the languages that offices write in. */

const TOTAL = new RegExp(
  `^(${[
    '(grand |sub)?totals?|sum|all',
    'summe|gesamt(summe)?|insgesamt|zusammen|alle',
    'total (général|generale|general|geral)|ensemble|tota[lu]x|somme',
    'totale|complessivo|somma|suma( końcowa)?|razem|ogółem|łącznie|totaal|eindtotaal|totalt|summa|samtliga',
  ].join('|')})\\s*:?$|^(合計|総計|総数|計|合计|总计|總計|합계|총계|итого|всего)$`,
  'iu',
)

const NOTE =
  /^(source|quelle|fonte|fuente|źródło|bron|källa|notes?|nota|note|anmerkung|stand|hinweis|uwagi?|opmerking|anm|remarque|observaci[oó]n|出典|資料|注|※|©|\*|¹)/iu

export const isTotalText = (text: string): boolean => TOTAL.test(text.normalize('NFC'))
export const isNoteText = (text: string): boolean => NOTE.test(text.normalize('NFC'))
