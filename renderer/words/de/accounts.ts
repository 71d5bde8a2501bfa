/** German for accounts and the built-in service. */
import type { english } from '../accounts.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  accounts: 'Konten',
  add: 'Konto hinzufügen…',
  thisComputer: 'Dieser Computer',
  session: {
    'signed-in': 'Angemeldet',
    'signing-in': 'Wird angemeldet…',
    'signed-out': 'Meldet sich bei Bedarf an',
    'sign-in-needed': 'Anmeldung nötig',
  },
  inUse: 'in Gebrauch',
  use: 'Dieses Konto verwenden',
  signIn: 'Anmelden',
  edit: 'Bearbeiten…',
  remove: 'Entfernen…',
  removeTitle: (name) => `Konto „${name}“ entfernen?`,
  removeText: (folders) =>
    folders === 0
      ? 'Das Konto und sein gespeichertes Passwort werden von diesem Computer entfernt. Auf dem Dienst ändert sich nichts.'
      : `Das Konto und sein gespeichertes Passwort werden von diesem Computer entfernt, und ${folders === 1 ? 'der Ordner, der es verwendet, lädt' : `die ${folders} Ordner, die es verwenden, laden`} nichts mehr hoch. Auf dem Dienst ändert sich nichts.`,
  removeButton: 'Konto entfernen',
  removing: 'Wird entfernt…',
  service: 'Eingebauter Dienst',
  addTitle: 'Bei einem Dienst anmelden',
  editTitle: 'Konto bearbeiten',
  name: 'Name',
  nameHint: 'Wie Sie es nennen.',
  authUrl: 'Anmeldeadresse',
  authUrlHint: 'Woher die Token kommen, zum Beispiel https://auth.example.com',
  baseUrl: 'Dienstadresse',
  baseUrlHint: 'Der Verteildienst, zum Beispiel https://api.example.com',
  userName: 'Benutzername',
  password: 'Passwort',
  clientId: 'Client-ID',
  clientSecret: 'Client-Geheimnis',
  kept: 'Leer lassen, um den gespeicherten Wert zu behalten',
  scope: 'Geltungsbereich',
  advanced: 'Erweitert',
  mode: 'Antworten',
  modes: { plain: 'Einfach', link: 'Mit Links' },
  vendor: 'Anbieter',
  vendorHint: 'Der Name in application/vnd.<Anbieter>.hateaos+json',
  template: 'Installationslink',
  templateHint: 'Mit {id}, {applicationId} oder {uniqueName} darin; leer, wenn es keinen gibt.',
  signInButton: 'Anmelden',
  signingIn: 'Wird angemeldet…',
  needed: (label) => `${label} fehlt noch.`,
  badAddress: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  unencrypted: 'Nicht verschlüsselt',
  unencryptedText: (hosts) =>
    `Die Verbindung zu ${hosts} ist nicht verschlüsselt (http). Wer dazwischen im Netz mitliest, sieht Ihr Passwort, das Client-Geheimnis und Ihre Builds. Verwenden Sie eine Adresse, die mit https:// beginnt, wenn der Dienst eine hat.`,
  scopeHint: 'Wonach der Dienst gefragt werden will. Lassen Sie es, wenn Ihnen nichts anderes gesagt wurde.',
  lookAt: 'Sehen Sie sich das noch einmal an.',
  serviceStopped:
    'Der eingebaute Dienst ist angehalten. Starten Sie ihn, um zu sehen und zu ändern, was er aufbewahrt.',
  startService: 'Eingebauten Dienst starten',
};
