/** German for what testers read. */
import type { TesterWords } from './english.ts';

export const german: TesterWords = {
  page: {
    anonymousTitle: 'Installationsseite',
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
    notFromPages: (platform) =>
      `Dieser Build ist für ${platform}. Er lässt sich nicht von einer Webseite installieren.`,
    expired: (day) =>
      `Das Provisioning-Profil dieses Builds ist am ${day} abgelaufen. Kein Gerät installiert ihn mehr.`,
    simulator: 'Dieser Build ist für den Simulator. Kein Gerät kann ihn installieren.',
    appStore:
      'Dieser Build ist für den App Store signiert. Er lässt sich nur über TestFlight oder den App Store installieren.',
    unsigned: 'Dieser Build ist nicht signiert. Kein Gerät kann ihn installieren.',
    systemTooOld: (needed, present) =>
      `Dieses Gerät hat ${present}, der Build benötigt aber ${needed}. Aktualisieren Sie das Gerät, um ihn zu installieren.`,
    registeredOne: 'Nur das eine Gerät, das für diesen Build registriert ist, kann ihn installieren.',
    registered: (count) =>
      `Nur die ${count} Geräte, die für diesen Build registriert sind, können ihn installieren.`,
    developerMode:
      'Seit iOS 16 öffnet sich die App nur im Entwicklermodus. Schalten Sie ihn unter Einstellungen → Datenschutz & Sicherheit → Entwicklermodus ein; das Gerät startet dabei neu.',
    trustDeveloper:
      'Vertrauen Sie vor dem ersten Öffnen dem Entwickler der App: Einstellungen → Allgemein → VPN und Geräteverwaltung. Seit iOS 18 startet das Gerät dabei neu.',
    openInSafari:
      'In dieser App können Sie nicht installieren. Kopieren Sie die Adresse und öffnen Sie sie in Safari:',
    openInBrowser:
      'In dieser App können Sie nicht installieren. Kopieren Sie die Adresse und öffnen Sie sie in Ihrem Browser, zum Beispiel in Chrome:',
    ifItFails: 'Wenn die Installation nicht klappt',
    notRegistered:
      'Ist Ihr Gerät registriert? Falls nicht, bitten Sie die Person, von der Sie den Link haben, es aufzunehmen und einen neuen Build zu senden.',
    ownAuthority:
      'Hat diese Adresse ein Zertifikat der eigenen Zertifizierungsstelle Ihrer Firma? Installieren Sie zuerst deren Zertifikat auf dem Gerät und vertrauen Sie ihm dann unter Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen.',
    unknownApps: (browser) =>
      `Android fragt, ob ${browser} unbekannte Apps installieren darf. Erlauben Sie es unter Einstellungen → Apps → Spezieller App-Zugriff → Unbekannte Apps installieren.`,
    unknownSources: 'Erlauben Sie unter Einstellungen → Sicherheit die Installation aus unbekannten Quellen.',
    yourBrowser: 'Ihr Browser',
    playProtect:
      'Wenn Google Play Protect die Installation anhält, tippen Sie auf „Weitere Details“ und dann auf „Trotzdem installieren“.',
    otherSignature:
      'Wenn Android einen Konflikt mit einem installierten Paket meldet, ist bereits eine App mit einer anderen Signatur installiert. Deinstallieren Sie sie zuerst; ihre Daten werden dabei gelöscht.',
    olderVersion:
      'Android ersetzt eine neuere Version nicht durch eine ältere. Deinstallieren Sie zuerst die neuere; ihre Daten werden dabei gelöscht.',
    forWatch: 'Dieser Build ist für Uhren mit Wear OS. Auf einem Telefon lässt er sich nicht installieren.',
    forTelevision:
      'Dieser Build ist für Android TV. Öffnen Sie diese Seite auf dem Fernseher oder kopieren Sie die Datei dorthin.',
    forCar:
      'Dieser Build ist für Autos mit Android Automotive OS. Auf einem Telefon lässt er sich nicht installieren.',
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
