/** German for what is said of mapping files and messages. */
import type { SentenceCatalogue } from '../translation.ts';

const sent = (p: { readonly path: string; readonly text: string }, was: string): string =>
  `${p.path} war ${was} und wird als Text ${p.text} gesendet.`;

export const mapping: SentenceCatalogue['mapping'] = {
  // What is no JSON
  afterEnd: () => 'Hinter dem Ende des JSON folgt noch etwas. Entfernen Sie es.',
  tooDeep: () => 'Es ist zu tief verschachtelt.',
  endsEarly: () => 'Der Text endet zu früh; ein Wert fehlt.',
  nameExpected: () => 'Hier wird ein Name in doppelten Anführungszeichen erwartet.',
  colonExpected: () => 'Nach dem Namen wird ein Doppelpunkt erwartet.',
  commaInObject: () => 'In diesem Objekt wird ein Komma oder } erwartet.',
  commaInArray: () => 'In dieser Liste wird ein Komma oder ] erwartet.',
  commaBeforeBrace: () => 'Entfernen Sie das Komma vor }.',
  commaBeforeBracket: () => 'Entfernen Sie das Komma vor ].',
  quotesOpen: () => 'Der Text in Anführungszeichen ist nicht geschlossen.',
  wrongBackslash: () => 'Hinter dem umgekehrten Schrägstrich steht hier ein falscher Buchstabe.',
  valueExpected: () =>
    'Hier wird Text, eine Zahl, true, false, null, { oder [ erwartet. Text steht in doppelten Anführungszeichen.',
  // What is no mapping file
  keyNoText: () => 'Der Name eines Schlüssels muss Text in doppelten Anführungszeichen sein.',
  keyEmpty: () => 'Der Name des Schlüssels ist leer. Geben Sie den Namen ein, unter dem der Wert ankommt.',
  notificationNoObject: () =>
    '„notification“ muss ein Objekt aus Eigenschaften und Namen von Schlüsseln sein.',
  wrongVersion: (p) => `„configuration_version“ muss der Text "${p.version}" sein.`,
  noMapping: () =>
    'Das ist keine Zuordnungsdatei: Sie muss ein einziges JSON-Objekt mit „notification“ enthalten.',
  // Older forms
  dataPaths: () =>
    'Das ist die älteste Form der Datei, ohne „notification“: Jede Eigenschaft führt über „data“ zu ihrem Schlüssel. Sie wird wie Version 2 gelesen, mit den innersten Namen als Schlüsseln.',
  channelsApart: () =>
    'Das ist die ältere Form der Datei, ohne „configuration_version“ und mit den Schlüsseln des Kanals unter „v21“. Sie wird wie Version 2 gelesen.',
  noVersion: () =>
    'Das ist eine ältere Form der Datei, ohne „configuration_version“. Sie wird wie Version 2 gelesen.',
  olderVersion: (p) =>
    `„configuration_version“ ist "${p.version}", das ist also eine ältere Form der Datei. Sie wird wie Version 2 gelesen.`,
  moves: (p) =>
    `Beim Umwandeln in Version 2 wandern Schlüssel: Absender müssen dann so senden: ${p.names.join(', ')}.`,
  // What is worth a look
  givenTwice: (p) => `„${p.name}“ ist doppelt angegeben; das letzte zählt.`,
  unknownProperty: (p) =>
    `„${p.property}“ ist keine Eigenschaft einer Mitteilung; der Handler beachtet sie nicht.`,
  leadsNowhere: (p) => `„${p.property}“ führt zu keinem Namen eines Schlüssels und ordnet daher nichts zu.`,
  leadsToEmpty: (p) => `„${p.property}“ führt zu einem leeren Namen und ordnet daher nichts zu.`,
  sameKey: (p) => `„${p.property}“ und „${p.other}“ kommen beide aus dem Schlüssel „${p.key}“.`,
  sameKeyApart: (p) =>
    `„${p.property}“ und „${p.other}“ haben den Schlüssel „${p.key}“ an verschiedenen Stellen. Geben Sie einem davon einen anderen Schlüssel, bevor Sie die Datei umwandeln.`,
  // Why a message cannot be sent: the middle of a sentence
  messageNoObject: () => 'Sie ist kein JSON-Objekt',
  messageNoData: () => 'Ihr fehlt das Objekt „data“',
  messageNoNotification: () => 'Ihr fehlt das Objekt „data.notification“',
  targetMissing: () => '„to“ muss der Token eines Geräts oder ein Thema sein',
  targetWithSpace: () => '„to“ enthält Leerraum, den kein Token und kein Thema hat',
  topicName: () => 'Der Name des Themas darf nur Buchstaben ohne Umlaute, Ziffern und - . _ ~ % enthalten',
  // What was changed in a message
  leftOut: (p) => `${p.path} ist null und wird weggelassen.`,
  sentList: (p) => sent(p, 'eine Liste'),
  sentObject: (p) => sent(p, 'ein Objekt'),
  sentNumber: (p) => sent(p, 'eine Zahl'),
  sentBoolean: (p) => sent(p, 'ein Wahrheitswert'),
  notSent: (p) =>
    `Neben „to“ und „data“ wird nicht gesendet: ${p.names.map((name) => `„${name}“`).join(', ')}.`,
  tooLarge: (p) => `Die Daten haben ${p.bytes} Byte; Anbieter lehnen mehr als ${p.most} ab.`,
  // Why a service account cannot be used: the middle of a sentence
  accountNoJson: () => 'Sie ist kein JSON',
  accountNoObject: () => 'Sie ist als Ganzes kein JSON-Objekt',
  accountIncomplete: (p) => `Darin fehlt oder ist falsch: ${p.names.join(', ')}`,
  accountWrongKey: () => 'Ihr private_key ist kein Schlüssel im PEM-Format',
};
