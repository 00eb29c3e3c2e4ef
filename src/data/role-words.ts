/**
 * Words in names of columns that tell what a column is for, in English, German, French, Spanish, Portuguese, Italian, Polish, Dutch, Swedish
 * and Japanese. They are written without accents, as names are compared. A word proposes; the values of the column decide first.
 */

/** Small letters without accents; Japanese signs as they are. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')

/** Whole words of a name; `wholeNames` are no name but alone; signs of Japanese stand anywhere. */
function named(words: readonly string[], anywhere: readonly string[], wholeNames: readonly string[] = []): RegExp {
  const parts = [
    ...(words.length === 0 ? [] : [`(?:^|[^a-z])(?:${words.join('|')})(?![a-z])`]),
    ...anywhere,
    ...wholeNames.map((name) => `^(?:${name})$`),
  ]
  return new RegExp(parts.join('|'), 'u')
}

const GEOGRAPHY = named(
  [
    'city|town|area code|place of (residence|birth)',
    '(wohn|geburts|arbeits)?ort|stadt|stadtteil|gemeinde(n?r|kennziffer|schlussel)?|(land)?kreis(n?r)?|bezirk|bundesland|plz|postleitzahl|wohnsitz|ags',
    'commune|departement|arrondissement|code[ _-]?postal|ville|quartier|code[ _-]?insee|pays|iris',
    'municipio|provincia|comunidad([ _-]autonoma)?|comarca|codigo[ _-]?postal|localidad|barrio|ciudad|pais',
    'concelho|freguesia|distrito|cidade|bairro|cep|uf|localidade|naturalidade',
    'comune|regione|provincia|citta|quartiere',
    'wojewodztw\\w*|powiat\\w*|gmin[ay]|miejscowosc|miasto|dzielnica|kod[ _-]?pocztowy|teryt',
    'gemeente|provincie|woonplaats|wijk|buurt|plaats',
    'lan|kommun|postnummer|postort|hemort|stadsdel|region',
  ],
  [
    'geo|fips|(?<!e)state(?!ment)|county|(?<!con|ex)tract(?!ion)|(?<!un)block|region|district|provinc|municip|(?:^|[^a-z])zip|postal|postcode|canton|(?<![a-z])ward|parish|nuts|borough',
    '都道府県|市区町村|市町村|町丁|郵便番号|住所|地域|居住地|出身地|県名|市名',
  ],
  ['area|place|land|ort|estado|kraj|cap|県|市|区'],
)

const IDENTIFIER = named(
  [
    'id|uuid|ssn|nin|e-?mail|phone|passport|account|name',
    '(vor|nach|familien)name|telefon(nummer)?|handy|konto(nummer|nr)|ausweis(nummer)?|steuer(id|nummer)|svnr|versichertennummer|aktenzeichen',
    'nom|prenom|courriel|telephone|nir|matricule|numero[ _-]?(de[ _-]?)?(dossier|securite|patient|secu)\\w*',
    'nombres?|apellidos?|correo|telefono|dni|nie|pasaporte|legajo|expediente|numero[ _-]?(de[ _-]?)?(expediente|historia|afiliado)\\w*',
    'nome|sobrenome|cpf|rg|cns|prontuario|matricula|telefone|celular',
    'cognome|codice[ _-]?fiscale|matricola|cartella',
    'imie|nazwisko|pesel|nip|numer[ _-]?(pacjenta|karty|ewidencyjny)',
    'voornaam|achternaam|naam|bsn|rekeningnummer|telefoonnummer',
    'fornamn|efternamn|namn|personnummer|personnr|telefonnummer',
    '(patienten?|kunden?|personal|personen|fall|mitglieds?|matrikel|client|klant|kund|patient|pacjent|paciente|paziente)[ _-]?(nr|no|num|nummer|numero|numer)',
  ],
  ['氏名|名前|姓名|患者番号|個人番号|識別番号|番号$|電話|メール|[a-z]_id$'],
)

const SENSITIVE = named(
  [
    'diagnos\\w*|krankheit\\w*|erkrankung|behandlung|konfession|glaube|staatsangehorigkeit|vorstrafe\\w*|behinderung',
    'maladie|pathologie|traitement|handicap|nationalite|infraction',
    'enfermedad|tratamiento|discapacidad|delito|ingresos?|renta|salario',
    'doenca|tratamento|deficiencia|raca|cor|renda|crime|cid(-?10)?',
    'malattia|diagnosi|trattamento|disabilita|reddito|reato',
    'rozpoznani\\w*|chorob\\w*|leczenie|dochod\\w*|wyznanie|niepelnosprawnosc|narodowosc',
    'ziekte|aandoening|behandeling|inkomen|godsdienst|geloof|misdrijf',
    'sjukdom|behandling|inkomst|trosuppfattning|brott',
    'icd(-?\\d+)?',
  ],
  [
    'diagnos|disease|illness|condition|treatment|procedure|medic|(?:^|[^a-z])drug|(?:^|[^a-z])hiv|income|salary|(?:^|[^a-z])wage|religi|ethnic|etni|politi[ck]|polityczn|sexual|(?:^|[^a-z])crime|offen[cs]e',
    '病名|診断|疾病|疾患|年収|所得|収入|宗教|国籍|障害|犯罪',
  ],
)

const COUNT = named(
  [],
  [],
  [
    'count|n|freq|frequency|number',
    'anzahl|haufigkeit|effectifs?|frequence|frecuencia|cantidad|conteo|quantidade|frequencia|contagem|frequenza|conteggio|liczba|liczebnosc|aantal|frequentie|antal|frekvens|件数|人数|度数',
  ],
)

/** Names of people, whoever they are in the file. */
const PEOPLE = named(
  [
    'person\\w*|patient\\w*|subject|member|clients?|customer|respondent|participant|pupil|student|employee|mrn|ssn|nhs',
    'kunden?\\w*|mitglied\\w*|schuler\\w*|versicherte\\w*|beschaftigte\\w*|eleve|salarie|beneficiaire|assure|nir',
    'paciente|cliente|alumno|empleado|aluno|cidadao|beneficiario|cpf|cns|dni|paziente|alunno|assistito',
    'pacjent\\w*|osob[ay]|klient\\w*|ucznia|pesel|klant|leerling|werknemer|bsn|kund|elev|personnummer',
  ],
  [
    '患者|個人|氏名|社員|生徒|会員|(?:person|patient|subject|member|client|customer|respondent|participant|pupil|student|employee)',
  ],
  ['pid'],
)

/** Names of what several people belong to. */
const GROUP = named(
  [
    'hh|household|haushalt\\w*|family|familie|dwelling|firm|company|establishment|employer|betrieb\\w*|unternehmen',
    'menage|foyer|entreprise|etablissement|hogar|vivienda|empresa|domicilio|familia|agregado|famiglia|azienda|impresa',
    'gospodarstw\\w*|rodzin\\w*|zaklad\\w*|firma|przedsiebiorstw\\w*|huishouden|gezin|bedrijf|hushall|foretag',
  ],
  ['世帯|事業所|企業|会社|(?:household|haushalt|family|dwelling|firm|company|establishment|employer)'],
)

/** The marital state is no place, in Spanish and Portuguese too, nor is what somebody can do. */
const NO_PLACE = /estado[ _-]?civil|stato[ _-]?civile|marital|health[ _-]?state|statement|etat/

export const namesPlace = (name: string): boolean => GEOGRAPHY.test(plain(name)) && !NO_PLACE.test(plain(name))
export const namesIdentifier = (name: string): boolean => IDENTIFIER.test(plain(name)) || /(_id|Id|ID)$/.test(name)
export const namesSensitive = (name: string): boolean => SENSITIVE.test(plain(name))
export const namesNumberOf = (name: string): boolean => COUNT.test(plain(name))
export const namesPeople = (name: string): boolean => PEOPLE.test(plain(name))
export const namesGroup = (name: string): boolean => GROUP.test(plain(name))
