/** German for the first steps. */
import type { english } from '../first-steps.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  step: (number, of) => `Schritt ${number} von ${of}`,
  accountTitle: 'Wohin sollen die Builds gehen?',
  accountText: 'Slipway lädt fertige Builds zu einem Verteildienst hoch und benachrichtigt Ihre Tester.',
  signIn: 'Bei einem Dienst anmelden…',
  signInText:
    'Ihre Firma oder ein Anbieter betreibt einen. Sie brauchen seine Adressen, einen Benutzernamen und eine Client-ID.',
  builtIn: 'Den eingebauten Dienst auf diesem Computer verwenden',
  builtInText: 'Keine Anmeldung nötig. Builds und E-Mails bleiben auf diesem Computer.',
  starting: 'Wird gestartet…',
  lookAround: 'Erst einmal umsehen',
  lookAroundText:
    'Nichts wird eingerichtet. Diese Schritte warten in den Einstellungen und in leeren Uploads.',
  folderTitle: 'Wo entstehen Ihre Builds?',
  folderText: 'Slipway überwacht einen Ordner und lädt jede fertige .ipa oder .apk darin hoch.',
  looking: 'Projekte werden gesucht…',
  projects: 'Projekte auf diesem Computer',
  moreProjects: (count) => `${count} weitere zeigen`,
  inProject: (project) => `Was in ${project} überwacht wird`,
  everything: 'Dieser Ordner und alle darunter',
  everythingText: 'Jeder fertige Build zählt, wo er darin auch liegt.',
  notYet: 'Er entsteht mit dem ersten Build; Slipway wartet darauf.',
  other: 'Ein anderer Ordner',
  otherHint: 'Der Ordner, in den Ihr Compiler schreibt, oder der Ordner eines Projekts.',
  browserHint: 'Der vollständige Pfad auf dem Computer, auf dem Slipway läuft.',
  choose: 'Wählen…',
  fits: 'Was dort überwacht wird',
  nothingChosen: 'Wählen Sie ein Projekt, oder geben Sie einen Ordner ein.',
  outcome: (account) =>
    `Fertige Builds gehen in die Testverteilung von „${account}“ und werden aktiviert. Benachrichtigt wird noch niemand: Das und alles andere ändern Sie unter Ordner.`,
  watch: 'Diesen Ordner überwachen',
  waitInstead: 'Überwachen, sobald er da ist',
  later: 'Nicht jetzt',
  again: 'Erste Schritte…',
};
