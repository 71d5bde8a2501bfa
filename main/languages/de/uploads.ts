/** German for errors of uploads and of watched folders. */
import type { ErrorCatalogue } from '../translation.ts';

export const uploads: ErrorCatalogue['uploads'] = {
  unknown: (p) => `Den Upload „${p.id}“ gibt es nicht mehr.`,
  notRepeatable: (p) =>
    `${p.fileName} kann erst erneut versucht werden, wenn der Upload fehlgeschlagen oder abgebrochen ist.`,
  notFinished: (p) => `${p.fileName} ist noch unterwegs. Brechen Sie den Upload zuerst ab.`,
  notAsking: (p) => `${p.fileName} wartet auf keine Antwort.`,
  notPausable: (p) =>
    `${p.fileName} lässt sich jetzt nicht anhalten: fertig, fast fertig oder wartet auf eine Antwort.`,
  notPaused: (p) => `${p.fileName} ist nicht angehalten.`,
  notQueued: (p) =>
    `${p.fileName} hat keinen Platz in der Warteschlange: Nur Uploads, die warten, bis sie an der Reihe sind, lassen sich verschieben.`,
  notSendable: (p) =>
    `${p.fileName} kann nicht erneut gesendet werden: Die Version ist auf dem Dienst nicht bekannt oder liegt dort, wo nichts gesendet wird.`,
  notAFile: (p) => `${p.path} ist keine Datei. Wählen Sie eine .apk- oder .ipa-Datei.`,
  changing: (p) =>
    `${p.path} wird geschrieben, während die Datei gelesen wird. Slipway wartet, bis sie fertig ist.`,
  unfinished: (p) =>
    `${p.fileName} passt nicht zu den eigenen Prüfsummen; deshalb wurde nichts hochgeladen. Slipway wartet, falls die Datei noch geschrieben wird. Wenn nicht, kopieren oder bauen Sie sie erneut.`,
  unconfirmed: (p) =>
    `Der Dienst hat ${p.fileName} nicht bestätigt. Slipway sieht nach, ob die Datei angekommen ist, bevor sie noch einmal gesendet wird.`,
  unconfirmedSend: (p) =>
    `Der Dienst hat nicht bestätigt, dass Version ${p.version} gesendet wurde. Slipway sieht nach, bevor sie noch einmal gesendet wird.`,
  noVersion: (p) =>
    `Der Dienst hat ${p.fileName} angenommen, aber nicht gesagt, welche Version daraus wurde.`,
  notActivated: (p) =>
    `Der Dienst hat geantwortet, aber Version ${p.version} ist noch inaktiv. Slipway versucht es erneut.`,
  notShown: (p) =>
    `Der Dienst hat Version ${p.version} angenommen, zeigt sie aber noch nicht. Slipway sucht sie noch einmal.`,
  applicationGone: (p) =>
    `App ${p.id}, zu der dieser Build gehen soll, ist nicht auf dem Dienst. Wählen Sie für den Ordner oder den Upload eine andere, und laden Sie die Datei erneut hoch.`,
  otherPackage: (p) =>
    `App ${p.id} („${p.name}“) enthält ${p.holds}, und dieser Build ist ${p.build}; deshalb wurde er nicht dorthin gesendet. Wählen Sie eine andere App, oder lassen Sie Slipway sie anhand des Pakets finden.`,
  gone: (p) =>
    `Version ${p.version} ist nicht oder nicht mehr auf dem Dienst. Versuchen Sie es erneut: Slipway sucht sie noch einmal und lädt die Datei nur dann wieder hoch, wenn sie nicht da ist.`,
  badCursor: () => 'Diese Seite der Historie ist nicht bekannt. Lesen Sie die Historie von vorn.',
  notSaved: (p) =>
    `Das Upload-Journal kann nicht geschrieben werden (${p.reason}). Bis dahin wird nichts hochgeladen. Prüfen Sie, ob auf der Platte mit den Daten von Slipway Platz ist.`,
};

export const watcher: ErrorCatalogue['watcher'] = {
  missing: (p) =>
    `Den Ordner ${p.path} gibt es nicht. Legen Sie ihn an, schließen Sie sein Laufwerk an, oder wählen Sie einen anderen.`,
  unmounted: (p) =>
    `Das Laufwerk von ${p.path} ist nicht verbunden: Nur der leere Platz dafür ist da. Verbinden Sie das Laufwerk.`,
  notAFolder: (p) => `${p.path} ist eine Datei, kein Ordner. Wählen Sie den Ordner, in dem sie liegt.`,
  denied: (p) =>
    `Der Ordner ${p.path} kann nicht gelesen werden: Zugriff verweigert. Erlauben Sie den Zugriff und versuchen Sie es erneut.`,
  unreachable: (p) =>
    `Der Ordner ${p.path} ist im Augenblick nicht erreichbar (${p.reason}). Slipway versucht es weiter.`,
  stopped: () => 'Die Überwachung wurde angehalten.',
};
