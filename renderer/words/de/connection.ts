/** German for the connection test. */
import type { english } from '../connection.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  test: 'Verbindung testen',
  testing: 'Wird getestet…',
  result: 'Verbindungstest',
  signIn: 'Anmeldung',
  service: 'Dienst',
  works: 'Funktioniert',
  wrong: 'Funktioniert nicht',
  notTried: 'Noch nicht versucht',
  allWorks: 'Alles funktioniert: Slipway kann sich anmelden, und der Dienst lässt es ein.',
  parts: {
    name: 'Die Adresse wurde nicht gefunden',
    port: 'Unter dieser Adresse lauscht niemand',
    network: 'Die Adresse ist nicht erreichbar',
    certificate: 'Dem Zertifikat wird nicht vertraut',
    proxy: 'Der Proxy lässt nichts durch',
    address: 'Das ist kein Verteildienst',
    client: 'Client-ID oder Client-Geheimnis',
    user: 'Benutzername oder Passwort',
    scope: 'Der Geltungsbereich',
    'sign-in': 'Die Anmeldung insgesamt',
    entrance: 'Angemeldet, aber nicht eingelassen',
    mode: 'Die Art der Antworten',
    service: 'Der Dienst selbst hat Schwierigkeiten',
  },
  help: {
    user: 'Manche Dienste sagen dasselbe, wenn Client-ID oder Geheimnis falsch ist.',
    certificate: 'Einem Zertifikat Ihrer Firma können Sie unter Einstellungen, Netzwerk vertrauen.',
    proxy: 'Proxys stellen Sie unter Einstellungen, Netzwerk ein.',
  },
  offline: 'Dieser Computer hat gerade kein Netz; über das Konto sagt das deshalb nichts.',
  saveAnyway: 'Trotzdem sichern',
  saveAnywayHint:
    'Die Anmeldung funktioniert, also kann das Konto gesichert werden; Builds warten, bis auch der Dienst es tut.',
};
