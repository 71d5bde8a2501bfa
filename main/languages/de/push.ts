/** German for errors of pushes. */
import type { ErrorCatalogue } from '../translation.ts';

type Place = { readonly line: number; readonly column: number };

const soon = (seconds: number | null): string => (seconds === null ? 'später' : `in ${seconds} Sekunden`);

const at = (place: Place): string => `Zeile ${place.line}, Spalte ${place.column}`;

export const push: ErrorCatalogue['push'] = {
  notJson: (p) => `Die Zuordnungsdatei ist kein gültiges JSON (${at(p)}): ${p.problem}`,
  invalidMapping: (p) => `Die Zuordnungsdatei ist nicht verwendbar (${at(p)}): ${p.problem}`,
  cannotEdit: (p) =>
    `Die Zuordnungsdatei lässt sich nicht ändern: Bei ${at(p)} wird ein Objekt in geschweiften Klammern erwartet. Korrigieren Sie das zuerst im Text.`,
  emptyName: () => 'Der Name ist leer. Geben Sie den Namen ein, unter dem der Wert ankommt.',
  noSuchProperty: (p) => `Die Zuordnung hat keine Eigenschaft „${p.property}“.`,
  nameTaken: (p) =>
    `Die Zuordnung hat schon eine Eigenschaft „${p.property}“. Entfernen Sie diese zuerst, oder wählen Sie einen anderen Namen.`,
  sameKeyApart: (p) =>
    `„${p.property}“ und „${p.other}“ haben den Schlüssel „${p.key}“ an verschiedenen Stellen, die Version 2 nicht unterscheidet. Geben Sie zuerst einem davon einen anderen Schlüssel.`,
  noFolder: (p) => `${p.path} ist kein Ordner. Wählen Sie den Projektordner, in dem „config“ liegt.`,
  changedMeanwhile: (p) =>
    `${p.path} ist nicht mehr, wie es bei der Prüfung war, deshalb wurde nichts geändert. Prüfen Sie erneut.`,
  notFullPath: (p) => `„${p.path}“ ist kein voller Pfad. Geben Sie ihn ab der Wurzel des Laufwerks an.`,
  nothingToUndo: (p) => `In ${p.path} gibt es keine Änderung, die zurückgenommen werden kann.`,
  notText: (p) =>
    `${p.path} ist kein Text in UTF-8 und wurde deshalb nicht geöffnet. Wählen Sie die Zuordnungsdatei, pushnotification.json.`,
  notMappingSize: (p) =>
    `${p.path} ist viel größer, als eine Zuordnungsdatei je ist, und wurde deshalb nicht geöffnet. Wählen Sie pushnotification.json.`,
  notJsonName: (p) => `${p.path} endet nicht auf .json, deshalb wurde dort nichts gespeichert.`,
  fileChanged: (p) =>
    `${p.path} wurde seit dem Öffnen von etwas anderem geändert, deshalb wurde nicht darüber gespeichert.`,
  fileGone: (p) => `${p.path} ist nicht mehr da. Speichern Sie noch einmal, um die Datei wieder anzulegen.`,
  fileThere: (p) =>
    `${p.path} gibt es schon, und die Datei wurde hier nicht geöffnet. Öffnen Sie sie, oder speichern Sie unter einem anderen Namen.`,
  isLink: (p) =>
    `${p.path} ist eine Verknüpfung, liegt außerhalb des Projekts oder hinter einer Verknüpfung, die hinausführt, und wurde deshalb nicht geändert.`,
  messageNotJson: (p) => `Die Nachricht ist kein gültiges JSON (${at(p)}): ${p.problem}`,
  badMessage: (p) =>
    `Die Nachricht kann nicht gesendet werden: ${p.problem}. Ihre Form ist {"to": "TOKEN", "data": {"notification": {"SCHLÜSSEL": "TEXT"}}}.`,
  badServiceAccount: (p) =>
    `Die Datei des Dienstkontos ist nicht verwendbar: ${p.problem}. Laden Sie beim Anbieter einen neuen Schlüssel als JSON herunter.`,
  accountRefused: (p) =>
    `${p.host} nimmt das Dienstkonto nicht an (${p.said}). Prüfen Sie, ob sein Schlüssel noch gilt und die Uhr dieses Computers stimmt.`,
  wrongKey: (p) =>
    `${p.host} nimmt den Schlüssel nicht an. Prüfen Sie, ob es der richtige dieses Projekts ist.`,
  switchedOff: (p) =>
    `${p.host} hat unter dieser Adresse nichts. Das Senden mit Serverschlüssel ist für die meisten Projekte abgeschaltet; senden Sie stattdessen mit einem Dienstkonto (HTTP v1).`,
  notAllowed: (p) =>
    `Das Dienstkonto darf für dieses Projekt keine Nachrichten senden (${p.said}). Geben Sie ihm diese Rolle, und schalten Sie die Schnittstelle für Nachrichten ein.`,
  noProject: (p) =>
    `${p.host} kennt das Projekt oder den Token nicht. Prüfen Sie, ob das Dienstkonto zum Projekt der App gehört.`,
  tokenGone: () =>
    'Der Token des Geräts gilt nicht mehr: Die App wurde entfernt oder hat einen neuen Token. Nehmen Sie den, den die App jetzt bekommt.',
  badToken: () => 'Das ist kein Token eines Geräts. Nehmen Sie ihn vollständig, wie ihn die App bekommt.',
  otherSender: () =>
    'Der Token gehört zu einer anderen Absender-ID als der Schlüssel. Prüfen Sie die Absender-ID in project.json und das Projekt des Schlüssels.',
  quota: (p) =>
    `${p.host} nimmt zurzeit keine Nachrichten mehr an: Eine Grenze ist erreicht. Versuchen Sie es ${soon(p.seconds)} erneut.`,
  unavailable: (p) => `${p.host} kann im Moment nicht senden. Versuchen Sie es ${soon(p.seconds)} erneut.`,
  appleKey: () =>
    'Apple hat den Schlüssel des Anbieters für diese App abgelehnt. Prüfen Sie den Push-Schlüssel oder das Zertifikat, das beim Anbieter hinterlegt ist.',
  tooLarge: () => 'Die Nachricht ist zu groß. Anbieter nehmen 4096 Byte Daten an; kürzen Sie sie.',
  refused: (p) =>
    `${p.host} hat die Nachricht abgelehnt${p.said === '' ? '' : `: ${p.said}`}. Korrigieren Sie sie und senden Sie sie erneut.`,
  strangeAnswer: (p) =>
    `Was bei ${p.host} antwortet, ist kein Push-Anbieter; ob die Nachricht gesendet wurde, ist deshalb nicht bekannt. Prüfen Sie die Adresse.`,
  notSent: (p) =>
    `Die Historie hat keine Nachricht ${p.id}; sie behält nur die neuesten 500. Wählen Sie eine, die aufgeführt ist.`,
  keyNotKept: (p) =>
    `Nachricht ${p.id} wurde mit einem Schlüssel gesendet, der nur für dieses eine Mal angegeben und nicht aufbewahrt wurde. Nennen Sie einen gespeicherten Absender, oder geben Sie den Schlüssel erneut an.`,
  notKept: (p) =>
    `Was aus der Nachricht wurde, ließ sich nicht in die Historie schreiben: ${p.reason} Senden Sie sie deswegen nicht noch einmal.`,
  unknownSender: (p) =>
    `Es gibt keinen Absender „${p.name}“. ${p.known === '' ? 'Noch ist keiner gespeichert.' : `Gespeichert sind: ${p.known}.`}`,
  secretMissing: (p) => `Für den Absender „${p.name}“ ist kein Schlüssel gespeichert. Geben Sie ihn neu ein.`,
};
