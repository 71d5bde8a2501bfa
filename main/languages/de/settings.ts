/** German for errors of settings and of what joins the parts. */
import type { ErrorCatalogue } from '../translation.ts';

export const settings: ErrorCatalogue['settings'] = {
  invalid: (p) => p.problem,
  notSaved: (p) =>
    `Die Einstellungen konnten nicht gesichert werden (${p.reason}), deshalb wurde nichts geändert. Prüfen Sie den freien Platz und die Rechte des Datenordners von Slipway.`,
  unknownAccount: (p) =>
    `Es gibt kein Konto „${p.id}“. Wählen Sie eines aus der Liste, oder melden Sie sich bei einem Dienst an.`,
  unknownFolder: (p) => `Den überwachten Ordner „${p.id}“ gibt es nicht mehr.`,
  relativePath: (p) =>
    `„${p.path}“ ist kein vollständiger Pfad. Geben Sie den Pfad des Ordners von der Wurzel des Laufwerks an.`,
  alreadyWatched: (p) => `${p.path} wird schon überwacht. Ändern Sie stattdessen den vorhandenen Ordner.`,
  badRule: (p) => `Die Regel des Ordners ist nicht verwendbar. ${p.problem}`,
  badPattern: (p) => `Das Muster „${p.pattern}“ ist nicht verwendbar: ${p.problem}.`,
  accountInUse: (p) =>
    `${p.folders === 1 ? 'Ein überwachter Ordner sendet' : `${p.folders} überwachte Ordner senden`} an das Konto „${p.name}“. Entfernen oder ändern Sie zuerst ${p.folders === 1 ? 'ihn' : 'diese'}.`,
  badMailServer: (p) =>
    `Der Mailserver ist nicht richtig beschrieben: ${p.problem}. Geben Sie Host, Port und Absenderadresse an.`,
  badReach: (p) => `So ist der Dienst nicht erreichbar: ${p.problem}`,
  badCaFile: (p) =>
    `${p.path} ist als Zertifikatsdatei nicht verwendbar${p.line === null ? '' : ` (Zeile ${p.line})`}: ${p.problem}.`,
  proxyPassword: () =>
    'Das Passwort des Proxys ist nicht lesbar. Geben Sie es in den Netzwerkeinstellungen neu ein.',
  secretsMissing: (p) => `Für „${p.name}“ ist kein Passwort gespeichert. Melden Sie sich neu an.`,
  secretsUnreadable: (p) =>
    `Die Datei mit Geheimnissen ${p.path} ist nicht lesbar. Legen Sie sie beiseite und melden Sie sich neu an.`,
  secretsOpen: (p) =>
    `Die Datei mit Geheimnissen ${p.path} ist für andere Benutzer lesbar. Erlauben Sie sie nur sich selbst (chmod 600) und versuchen Sie es erneut.`,
};

export const core: ErrorCatalogue['core'] = {
  serviceStopped: () => 'Der eingebaute Dienst läuft nicht. Starten Sie ihn zuerst.',
  ownAccess: (p) =>
    `Slipway selbst meldet sich damit bei seinem Dienst an (${p.what} ${p.name}), deshalb bleibt das, wie es ist. Legen Sie für andere Programme etwas Eigenes an.`,
  sentUnseen: () =>
    'Die Version wurde gesendet. Wie sie jetzt steht, war nicht zu lesen: Öffnen Sie sie erneut, um es zu sehen, und senden Sie sie nicht noch einmal.',
  sendUnknown: (p) =>
    `Die Verbindung brach ab, während die Version gesendet wurde, und der Dienst ließ sich nicht fragen, ob sie gesendet ist: ${p.said} Sehen Sie die Version an, bevor Sie sie noch einmal senden.`,
  notSwitched: (p) =>
    `Der Dienst hat geantwortet, aber Version ${p.version} ist noch ${p.active ? 'aktiv' : 'inaktiv'}. Versuchen Sie es erneut.`,
  moveTarget: (p) =>
    `Hochgeladene Builds können nicht nach ${p.target} verschoben werden: Der Ordner ${p.problem}. Wählen Sie einen anderen.`,
  accountGone: () =>
    'Das Konto, an das dieser Ordner sendet, wurde entfernt. Bearbeiten Sie den Ordner und wählen Sie ein anderes; bis dahin warten fertige Builds hier.',
  notThereYet: (p) => `Den Ordner ${p.path} gibt es noch nicht. Slipway überwacht ihn, sobald er da ist.`,
  offline: () => 'Kein Netz. Slipway macht weiter, sobald es zurück ist.',
  metered: () =>
    'Das Netz ist getaktet. Slipway macht weiter, sobald ein anderes da ist oder die Netzwerkeinstellungen es erlauben.',
  noFiles: () => 'Es wurde kein Build angegeben. Wählen Sie mindestens eine .ipa- oder .apk-Datei.',
  badStaticUser: () => 'Geben Sie einen Benutzernamen von 1 bis 200 Zeichen ohne Doppelpunkt an.',
  noProfileName: () => 'Ein Store-Profil braucht einen Namen. Geben Sie einen ein.',
  otherMode: (p) =>
    p.mode === 'plain'
      ? `Der Dienst antwortet nur mit Links; auf eine einfache Anfrage sagte er: ${p.said} Wählen Sie die andere Art von Antworten.`
      : `Der Dienst antwortet nur einfach; auf eine Anfrage mit Links sagte er: ${p.said} Wählen Sie die andere Art von Antworten.`,
  noLog: () => 'Ins Protokoll wurde noch nichts geschrieben.',
};
