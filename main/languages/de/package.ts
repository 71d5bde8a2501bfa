/** German for why a file is not taken as a build. */
import type { ErrorCatalogue } from '../translation.ts';

const choose = 'Wählen Sie die .apk- oder .ipa-Datei, die Ihr Build-Werkzeug geschrieben hat.';

export const packages: ErrorCatalogue['package'] = {
  empty: (p) => `${p.file} ist leer (0 Byte). Bauen oder kopieren Sie die Datei neu.`,
  folder: (p) => `${p.file} ist ein Ordner, keine Build-Datei. ${choose}`,
  notAFile: (p) => `${p.file} ist keine gewöhnliche Datei. ${choose}`,
  notAZip: (p) => `${p.file} ist kein Build, sondern ${p.what}. ${choose}`,
  truncated: (p) =>
    `${p.file} ist abgeschnitten: Die Datei beginnt wie ein Build, aber ihr Ende fehlt. Kopieren oder bauen Sie sie neu.`,
  damaged: (p) => `${p.file} ist beschädigt: ${p.reason}. Kopieren oder bauen Sie die Datei neu.`,
  partDamaged: (p) =>
    `${p.file} ist beschädigt: ${p.part} ${p.reason}. Kopieren oder bauen Sie die Datei neu.`,
  encrypted: (p) =>
    `${p.file} ist mit einem Passwort geschützt (${p.part} ist verschlüsselt). Geräte können das nicht installieren: Wählen Sie den Build ohne Passwort.`,
  compression: (p) =>
    `${p.file} ist nicht lesbar: ${p.part} ist mit ${p.method} gepackt, was Geräte nicht verstehen. Packen Sie es mit Deflate oder unkomprimiert.`,
  tooLarge: (p) =>
    `${p.file} wird abgelehnt: ${p.part} ist größer als ${p.limit}, was kein echter Build braucht.`,
  duplicate: (p) =>
    `${p.file} wird abgelehnt: ${p.part} ist mehrfach enthalten, sodass unklar ist, was installiert würde. Bauen Sie die Datei neu.`,
  bundle: (p) =>
    `${p.file} ist ein Android App Bundle (.aab), das Geräte nicht installieren können. Bauen Sie eine apk, oder erzeugen Sie daraus eine mit bundletool (--mode=universal).`,
  splitSet: (p) =>
    `${p.file} ist ${p.what}: mehrere apks in einer Datei, die Geräte so nicht installieren können. Bauen Sie stattdessen eine universelle apk.`,
  library: (p) =>
    `${p.file} ist eine Android-Bibliothek (.aar), keine App. Wählen Sie die .apk der App, die sie verwendet.`,
  wrapped: (p) =>
    `${p.file} ist eine Zip-Datei um etwas anderes herum: ${p.inside}. Entpacken Sie sie und wählen Sie den Build darin.`,
  otherZip: (p) =>
    `${p.file} ist kein Build, sondern ${p.what}, ohne AndroidManifest.xml und ohne Payload/….app. ${choose}`,
  twoKinds: (p) =>
    `${p.file} wird abgelehnt: Die Datei enthält ein Android-Manifest und eine Apple-App, sodass unklar ist, was sie ist.`,
  sourceManifest: (p) =>
    `${p.file} enthält eine AndroidManifest.xml, die nie kompiliert wurde (reiner Text). Wählen Sie die apk, die das Build-Werkzeug geschrieben hat, keine Zip-Datei der Quellen.`,
  noId: (p) =>
    `${p.file} sagt nicht, welche App es ist: ${p.key} fehlt in ${p.part} oder ist unbrauchbar. Bauen Sie die Datei neu.`,
  noAppBundle: (p) => `${p.file} enthält einen Payload-Ordner ohne App. Exportieren Sie die App neu.`,
  noInfoPlist: (p) =>
    `${p.file} enthält ${p.bundle} ohne Info.plist und ist deshalb keine vollständige App. Exportieren Sie die App neu.`,
  severalApps: (p) =>
    `${p.file} enthält mehr als eine App in Payload (${p.bundles}). Exportieren Sie jede App in eine eigene .ipa.`,
  outsidePayload: (p) =>
    `${p.file} enthält eine App unter ${p.place}, aber Geräte sehen nur in Payload ganz oben in der Datei nach. Exportieren Sie eine .ipa aus Xcode, oder zippen Sie den Ordner Payload selbst.`,
  macApp: (p) =>
    `${p.file} enthält eine App für den Mac (${p.place}), nicht für Telefon oder Tablet. ${choose}`,
};
