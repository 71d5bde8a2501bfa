/** German for what testers read. */
import type { TesterWords } from './english.ts';

export const german: TesterWords = {
  page: {
    whatsNew: 'Neu in dieser Version',
    about: 'Beschreibung',
    needs: 'Benötigt',
    size: 'Größe',
    date: 'Datum',
    nothingYet: 'Hier gibt es noch nichts zu installieren.',
    download: 'Herunterladen',
    downloadFile: 'Datei herunterladen',
    install: 'Installieren',
    httpsOnly: 'iPhones und iPads installieren nur von https-Adressen; diese ist keine.',
    code: 'QR-Code dieser Seite',
    scan: 'Scannen, um diese Seite auf einem anderen Gerät zu öffnen',
    openOnAndroid: 'Öffnen Sie diese Seite zum Installieren auf einem Android-Gerät.',
    openOnPhone: 'Öffnen Sie diese Seite zum Installieren auf einem iPhone oder iPad.',
    openOn: (platform) => `Öffnen Sie diese Seite zum Installieren auf einem Gerät mit ${platform}.`,
    orLater: (system) => `${system} oder neuer`,
    apiLevel: (system, level) => `${system} ab API-Level ${level}`,
  },
  front: {
    title: 'Verteildienst von Slipway',
    text: 'Dies ist ein Verteildienst von Slipway. Builds kommen und gehen über seine API unter /api/v3, die /openapi.json beschreibt; Tester installieren sie über die persönlichen Links in ihren E-Mails.',
  },
  refused: {
    noLink: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Der Build, zu dem er führte, wurde gelöscht oder ist nicht mehr für Sie bestimmt. Bitten Sie die Person, von der Sie den Link haben, um einen neuen.',
    },
    inactive: {
      title: 'Diese Version ist ausgeschaltet',
      text: 'Sie lässt sich zurzeit nicht installieren. Versuchen Sie es später noch einmal, oder fragen Sie die Person, von der Sie den Link haben.',
    },
    disabled: {
      title: 'Diese Builds sind ausgeschaltet',
      text: 'Sie lassen sich zurzeit nicht installieren. Versuchen Sie es später noch einmal, oder fragen Sie die Person, von der Sie die Adresse haben.',
    },
    credentials: {
      title: 'Benutzername und Passwort sind nötig',
      text: 'Öffnen Sie diese Seite noch einmal und geben Sie ein, was Sie bekommen haben.',
    },
    slowDown: {
      title: 'Zu viele Fehlversuche',
      text: 'Warten Sie ein wenig, und öffnen Sie die Seite dann noch einmal.',
    },
    other: {
      title: 'Das lässt sich nicht beantworten',
      text: 'Öffnen Sie den Link aus Ihrer E-Mail noch einmal.',
    },
    unexpected: {
      title: 'Etwas ist schiefgegangen',
      text: 'Versuchen Sie es gleich noch einmal.',
    },
  },
  mail: {
    subject: (name, version) => `${name} ${version} steht zur Installation bereit`,
    hello: (name) => `Hallo ${name},`,
    helloAnybody: 'Hallo,',
    ready: (name) => `eine neue Version von ${name} steht zur Installation bereit.`,
    readyFor: (person) => `Hallo ${person}, eine neue Version steht zur Installation bereit.`,
    readyForAnybody: 'Eine neue Version steht zur Installation bereit.',
    fact: (name, value) => `${name}: ${value}`,
    version: 'Version',
    platform: 'Plattform',
    size: 'Größe',
    whatsNew: 'Neu in dieser Version',
    openHere: 'Öffnen Sie diese Seite auf dem Gerät, mit dem Sie testen:',
    openPage: 'Installationsseite öffnen',
    orCopy: 'Oder geben Sie diese Adresse auf dem Gerät ein, mit dem Sie testen:',
    yoursAlone: 'Der Link ist nur für Sie. Bitte geben Sie ihn nicht weiter.',
    testSubject: 'Testnachricht von Slipway',
    testText: 'Diese Nachricht zeigt, dass Slipway über diesen Server E-Mails senden kann.',
  },
};
