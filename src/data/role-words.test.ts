import { expect, test } from 'vitest'
import { namesGroup, namesIdentifier, namesNumberOf, namesPeople, namesPlace, namesSensitive } from './role-words.ts'

const PLACES =
  'county,Wohnort,code_postal,Département,Municipio,Município,UF,Provincia,Comune,Województwo,gmina,kod pocztowy,Gemeente,Postcode,Län,kommun,都道府県,市区町村,郵便番号,city,region_name'
const NO_PLACES =
  'ethnicity,capacity,estado civil,stato civile,marital_state,contract,extraction,sexo,Płeć,性別,elan,Plan,reward,toward,age,statement'
const IDENTIFIERS =
  'id,personId,Nachname,Prénom,apellidos,nome,CPF,prontuário,cognome,PESEL,Imię,Achternaam,BSN,Personnummer,氏名,患者番号,Patientennr,e-mail'
const NO_IDENTIFIERS = 'idade,Alter,identity_known,geslacht,kön,年齢,nominal,named_by'
const SENSITIVES =
  'Diagnose,diagnóstico,maladie,doença,raça,Religião,malattia,reddito,Rozpoznanie,wyznanie,dochód,ziekte,inkomen,sjukdom,年収,国籍,病名,Konfession'
const COUNTS = 'n,count,Anzahl,effectif,frecuencia,quantidade,liczba,aantal,antal,人数'

test.each<[string, (name: string) => boolean, string, boolean]>([
  ['places', namesPlace, PLACES, true],
  ['no places', namesPlace, NO_PLACES, false],
  ['identifiers', namesIdentifier, IDENTIFIERS, true],
  ['no identifiers', namesIdentifier, NO_IDENTIFIERS, false],
  ['sensitive', namesSensitive, SENSITIVES, true],
  ['not sensitive', namesSensitive, 'age,sex,corpo,cidade,região', false],
  ['counts', namesNumberOf, COUNTS, true],
  ['no counts', namesNumberOf, 'country,nation,antall,age', false],
  ['people', namesPeople, 'patient_id,Paciente,pacjent,Paziente,患者番号,Klant,CPF', true],
  ['groups', namesGroup, 'household,Haushalt,domicílio,gospodarstwo,ménage,世帯番号,huishouden', true],
])('%s', (_, test, names, expected) => {
  expect(names.split(',').filter((name) => test(name) !== expected)).toEqual([])
})
