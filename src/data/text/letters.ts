/**
 * Letters by which people see that a text was decoded as it was meant: those that languages use beside a to z, and the most frequent
 * ones of other scripts. A wrong encoding shows letters that no language has together (`P³eæ` for `Płeć`).
 */

export interface Language {
  /** The encodings in which its files are written, the most likely first. */
  readonly encodings: readonly string[]
  /** Its letters beside a to z, or the frequent ones of its script. */
  readonly letters: string
  /** All of its script, where only the frequent ones are listed. */
  readonly script?: RegExp
  /** How much such letters count, where they are of several languages. */
  readonly weight?: number
}

const WESTERN = ['windows-1252', 'iso-8859-15']
const OF_WESTERN = ['äöüß', 'àâçéèêëîïôùûüœæ', 'áéíñóúü', 'áâãàçéêíóôõúü', 'àèéìíòóù', 'àçèéíïòóúü·', 'áéëïíóúöü']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']

/** Languages that tell the same bytes equally well: the first one is taken. */
export const LANGUAGES: readonly Language[] = [
  // Two bytes a letter: to be read as frequent ones by chance is rare.
  {
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    letters:
      'のにたをはてがでしとるいあもなかっれらりすこくだうよまきせそけめえどちつんおみわさろやじばょしゃゅンスルーアイトリラドクタマサシコバフロメデジレテカニオプグミパウチナキセソモハムポワネケツヒホヤユヨ' +
      '日本人一年大中国市区町村県都府男女性別年齢地域東京北南西部不明時生会社事業所数計合学校病院名前高低上下長分無有職業結婚未既歳代以月収入世帯番号住所',
    script: /[\u3041-\u30ff\u4e00-\u9fff]/,
  },
  {
    encodings: ['gb18030', 'gbk'],
    letters:
      '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知现样最女男性别年龄区省市县北京海东西南广州未婚已姓名收入城乡村街号业工教育',
    script: /[\u4e00-\u9fff]/,
  },
  {
    encodings: ['big5'],
    letters:
      '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知現樣最女男性別年齡區縣市鄉鎮台北灣高雄新竹東西南未婚姓名收入業工教育',
    script: /[\u4e00-\u9fff]/,
  },
  {
    encodings: ['euc-kr'],
    letters:
      '이다는에의가을하고지사도기로한어인를서은나리자시대아그라일부해수정과보상만전구동성주원장제관여소비조요안있미유면마우학오스전세연용생경신공업들국제무문물회당모러방계실내남녀별령역울산광천강북름혼득교육',
    script: /[\uac00-\ud7a3]/,
  },
  ...[...OF_WESTERN, 'åäöé', 'åæøé', 'åäöšž', 'õäöüšž'].map((letters) => ({ encodings: WESTERN, letters })),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'].map((letters) => ({
    encodings: CENTRAL,
    letters,
  })),
  { encodings: ['windows-1254', 'iso-8859-9'], letters: 'çğıİöşüâî' },
  { encodings: WESTERN, letters: 'áéíóúýðþæö' },
  // Names from several countries.
  { encodings: WESTERN, letters: 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýœßšž', weight: 0.8 },
  { encodings: CENTRAL, letters: 'ąćęłńóśźżáčďéěíňřšťúůýžľĺôöőüűäđăâîşţç', weight: 0.75 },
  { encodings: ['windows-1257', 'iso-8859-13', 'iso-8859-4'], letters: 'ąčęėįšųūž' },
  { encodings: ['windows-1257', 'iso-8859-13', 'iso-8859-4'], letters: 'āčēģīķļņšūž' },
  { encodings: CYRILLIC, letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф', script: /[\u0400-\u045f]/ },
  {
    encodings: ['windows-1251', 'koi8-u', 'iso-8859-5'],
    letters: 'оаинвтеірскулдмпязьбгйчхцжїєшющґф',
    script: /[\u0400-\u0491]/,
  },
  { encodings: ['windows-1253', 'iso-8859-7'], letters: 'αοιετσνηυρπκμλςωγδβχθφάίόέήύώ', script: /[\u0370-\u03ff]/ },
  { encodings: ['windows-1255', 'iso-8859-8'], letters: 'יוהלאתרמבשנעדםחפקןצגסזטךףץכ', script: /[\u05d0-\u05ea]/ },
  {
    encodings: ['windows-1256', 'iso-8859-6'],
    letters: 'المينورتبسعدكقفهحجةأىشصطخذضزثإغئءظؤآ',
    script: /[\u0621-\u064a]/,
  },
  { encodings: ['windows-874'], letters: 'านรอกเงยลมวดทสตะปบหคแจพชขใไโผุูิีึืั่้์ำๆ', script: /[\u0e01-\u0e4e]/ },
  // Old ones, in which Japanese looks like French.
  ...OF_WESTERN.map((letters) => ({ encodings: ['macintosh'], letters })),
]
