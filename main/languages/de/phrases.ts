/** German for sentences that are handed on in English. */
import type { Catalogue } from '../translation.ts';

export const phrases: Catalogue['phrases'] = {
  // States of an upload
  Ready: 'Bereit',
  Queued: 'In der Warteschlange',
  Uploading: 'Wird hochgeladen',
  'No answer': 'Keine Antwort',
  'The service is working on it': 'Der Dienst arbeitet daran',
  'Looking whether it arrived': 'Prüft, ob der Build angekommen ist',
  Activating: 'Wird aktiviert',
  Sending: 'Wird gesendet',
  'Tidying up': 'Wird aufgeräumt',
  'Waiting to retry': 'Wartet auf neuen Versuch',
  'Waiting for the network': 'Wartet auf das Netzwerk',
  Paused: 'Angehalten',
  'Waits for your answer': 'Wartet auf Ihre Antwort',
  Done: 'Fertig',
  Failed: 'Fehlgeschlagen',
  Cancelled: 'Abgebrochen',
  'Already there': 'Schon vorhanden',
  'Waiting for the account': 'Wartet auf das Konto',
  // Notes of uploads
  'The same bytes were already on the service, so nothing was uploaded again.':
    'Dieselbe Datei war schon auf dem Dienst, deshalb wurde nichts noch einmal hochgeladen.',
  'The version is on the service but was switched off there. Activate it under Apps if needed.':
    'Die Version ist auf dem Dienst, wurde dort aber deaktiviert. Aktivieren Sie sie bei Bedarf unter Test-Apps.',
  'Nobody was told: you decided against it.':
    'Niemand wurde benachrichtigt: Sie haben sich dagegen entschieden.',
  'The upload journal was lost, and the service has a version of the same name and size: it is taken for this build, which was not sent again.':
    'Das Upload-Journal ging verloren, und der Dienst hat eine Version mit gleichem Namen und gleicher Größe: Sie gilt als dieser Build, der nicht noch einmal gesendet wurde.',
  'The service has versions that may be this build, but does not say enough to tell: number {ids}. Compare them on the service, and upload the build again only if it is none of them.':
    'Der Dienst hat Versionen, die dieser Build sein können, sagt aber zu wenig darüber: Nummer {ids}. Vergleichen Sie sie auf dem Dienst, und laden Sie den Build nur dann noch einmal hoch, wenn es keine davon ist.',
  'An earlier try seems to have arrived as well, as number {ids} on the service. It was neither activated nor sent, and can be deleted there.':
    'Ein früherer Versuch ist offenbar auch angekommen, als Nummer {ids} auf dem Dienst. Er wurde weder aktiviert noch gesendet und kann dort gelöscht werden.',
  'The file was replaced while version {version} was sent: what it held before is on the service as number {id}, and the new file is sent as well.':
    'Die Datei wurde ersetzt, während Version {version} gesendet wurde: Der vorherige Inhalt liegt als Nummer {id} auf dem Dienst, und die neue Datei wird ebenfalls gesendet.',
  'The file was left where it is, because another upload still needs it.':
    'Die Datei blieb, wo sie ist, weil ein anderer Upload sie noch braucht.',
  'The file could not be moved: it is not there any more.':
    'Die Datei ließ sich nicht verschieben: Sie ist nicht mehr da.',
  'The file was left where it is: it is another one than was uploaded.':
    'Die Datei blieb, wo sie ist: Sie ist eine andere als die hochgeladene.',
  'The file could not be moved: {reason}': 'Die Datei ließ sich nicht verschieben: {reason}',
  'The file could not be deleted: {reason}': 'Die Datei ließ sich nicht löschen: {reason}',
  'Nobody is told: the store area does not send builds to people.':
    'Niemand wird benachrichtigt: Der Store sendet Builds nicht an Personen.',
  'Nobody is told: the version stays inactive, and only an active version can be sent.':
    'Niemand wird benachrichtigt: Die Version bleibt inaktiv, und nur eine aktive kann gesendet werden.',
  'The service lists this version with a size of {size}, but the file has {bytes} bytes. Check that it installs.':
    'Der Dienst nennt für diese Version die Größe {size}, die Datei hat aber {bytes} Byte. Prüfen Sie, ob sie sich installieren lässt.',
  // What a build's signing and profile mean for testers
  'Provisioning profile expired on {day}: no device installs it any more.':
    'Das Bereitstellungsprofil ist am {day} abgelaufen: Kein Gerät installiert den Build mehr.',
  'Development profile: installs on 1 device only.':
    'Entwicklungsprofil: lässt sich nur auf 1 Gerät installieren.',
  'Development profile: installs on {count} devices only.':
    'Entwicklungsprofil: lässt sich nur auf {count} Geräten installieren.',
  'Ad hoc profile: installs on 1 device only.': 'Ad-hoc-Profil: lässt sich nur auf 1 Gerät installieren.',
  'Ad hoc profile: installs on {count} devices only.':
    'Ad-hoc-Profil: lässt sich nur auf {count} Geräten installieren.',
  'The provisioning profile cannot be read: devices may refuse it.':
    'Das Bereitstellungsprofil ist nicht lesbar: Geräte lehnen den Build womöglich ab.',
  'App Store profile: installs only through TestFlight or the App Store.':
    'App-Store-Profil: lässt sich nur über TestFlight oder den App Store installieren.',
  'Built for the simulator: no device can install it. Build for a device.':
    'Für den Simulator gebaut: Kein Gerät kann das installieren. Bauen Sie für ein Gerät.',
  'Not signed: no device installs it.': 'Nicht signiert: Kein Gerät installiert das.',
  'Signed with scheme v1 only, but made for API level {target}: Android 11 and later refuse it. Sign it with scheme v2 or later, for example with apksigner.':
    'Nur mit Schema v1 signiert, aber für API-Level {target} gebaut: Android 11 und neuer lehnen das ab. Signieren Sie mit Schema v2 oder neuer, zum Beispiel mit apksigner.',
  'Signed with scheme {scheme}, which devices know from API level {level}, but its minimum is API level {minimum}: older devices refuse it. Sign it with an older scheme as well.':
    'Mit Schema {scheme} signiert, das Geräte ab API-Level {level} kennen, das Minimum ist aber API-Level {minimum}: Ältere Geräte lehnen das ab. Signieren Sie zusätzlich mit einem älteren Schema.',
  'Asks for the newer sandbox (targetSandboxVersion), but is signed with scheme v1 only: Android 8 and later refuse it. Sign it with scheme v2 or later.':
    'Verlangt die neuere Sandbox (targetSandboxVersion), ist aber nur mit Schema v1 signiert: Android 8 und neuer lehnen das ab. Signieren Sie mit Schema v2 oder neuer.',
  'Changed after it was signed: its {scheme} signature says that it has a {missing} signature, too, but that is gone. Devices refuse it. Sign it again.':
    'Nach dem Signieren geändert: Laut der {scheme}-Signatur gibt es auch eine {missing}-Signatur, doch die fehlt. Geräte lehnen das ab. Signieren Sie neu.',
  'Changed after it was signed: its signature is not where devices look for it, so they refuse it. Sign it again.':
    'Nach dem Signieren geändert: Die Signatur steht nicht dort, wo Geräte sie suchen, deshalb lehnen sie die Datei ab. Signieren Sie neu.',
  'Something stands before the zip in this file, such as a script or a dex file: Android refuses it. Build it again.':
    'In dieser Datei steht etwas vor dem Zip, etwa ein Skript oder eine dex-Datei: Android lehnt sie ab. Bauen Sie sie neu.',
  'Something stands behind the end of the zip in this file: Android refuses it. Copy or build it again.':
    'In dieser Datei steht etwas hinter dem Ende des Zip: Android lehnt sie ab. Kopieren oder bauen Sie sie neu.',
  'Made for API level {target}, but its resources.arsc is compressed or not aligned to 4 bytes: Android 11 and later refuse it. Store it uncompressed, align it with zipalign, and sign it again.':
    'Für API-Level {target} gebaut, aber resources.arsc ist komprimiert oder nicht auf 4 Byte ausgerichtet: Android 11 und neuer lehnen das ab. Legen Sie die Datei unkomprimiert ab, richten Sie sie mit zipalign aus, und signieren Sie neu.',
  'The signature of the provisioning profile does not verify: what it says is unverified, and devices may refuse the app.':
    'Die Signatur des Bereitstellungsprofils lässt sich nicht bestätigen: Was darin steht, ist ungeprüft, und Geräte lehnen den Build womöglich ab.',
  'The name is longer than {most} characters: only its beginning is shown.':
    'Der Name ist länger als {most} Zeichen: Nur sein Anfang wird angezeigt.',
  'The version name is longer than {most} characters: only its beginning is shown.':
    'Der Versionsname ist länger als {most} Zeichen: Nur sein Anfang wird angezeigt.',
  'The build number is longer than {most} characters: only its beginning is shown.':
    'Die Buildnummer ist länger als {most} Zeichen: Nur ihr Anfang wird angezeigt.',
  'Signed with the debug key: not a release build, and stores refuse it.':
    'Mit dem Debug-Schlüssel signiert: kein Release-Build, und Stores lehnen ihn ab.',
  'The checksum of the manifest does not match: the file may have been damaged or changed after it was built.':
    'Die Prüfsumme des Manifests stimmt nicht: Die Datei wurde womöglich nach dem Bauen beschädigt oder geändert.',
  'Split apk “{name}”: not installable alone, only together with its base apk.':
    'Teil-apk „{name}“: allein nicht installierbar, nur zusammen mit der Basis-apk.',
  'Base apk of a split app: not installable alone, only with its splits.':
    'Basis-apk einer geteilten App: allein nicht installierbar, nur mit ihren Teilen.',
  'Debuggable: anyone with a cable can look inside. Not a release build.':
    'Debugfähig: Wer ein Kabel hat, kann hineinsehen. Kein Release-Build.',
  'Marked as test only: devices refuse it unless it is installed with “adb install -t”.':
    'Als reiner Test markiert: Geräte lehnen ihn ab, außer mit „adb install -t“.',
  // What a file in a watched folder waits for
  'Another program still has the file open for writing.':
    'Ein anderes Programm hat die Datei noch zum Schreiben geöffnet.',
  'An older build is being written over. Slipway waits a moment longer.':
    'Ein älterer Build wird überschrieben. Slipway wartet noch einen Moment.',
  'The file is still empty.': 'Die Datei ist noch leer.',
  'The space is reserved, but the build is not written yet.':
    'Der Platz ist reserviert, aber der Build ist noch nicht geschrieben.',
  'This is not a build file: it has the name of one but holds something else.':
    'Das ist keine Build-Datei: Sie heißt nur so, enthält aber etwas anderes.',
  'The file is not complete yet: its end is missing.':
    'Die Datei ist noch nicht vollständig: Ihr Ende fehlt.',
  'The file is not complete yet: nothing has been packed into it.':
    'Die Datei ist noch nicht vollständig: Es ist nichts hineingepackt.',
  'The file is being rewritten: its contents and its table of contents do not match yet.':
    'Die Datei wird neu geschrieben: Inhalt und Inhaltsverzeichnis passen noch nicht zusammen.',
  'This is not a finished build: the file is empty.': 'Das ist kein fertiger Build: Die Datei ist leer.',
  'This is not a finished build: a part of it was never written.':
    'Das ist kein fertiger Build: Ein Teil wurde nie geschrieben.',
  'This is not a finished build: the file ends early. Write it again.':
    'Das ist kein fertiger Build: Die Datei endet zu früh. Schreiben Sie sie neu.',
  'This is not a finished build: nothing is packed into it.':
    'Das ist kein fertiger Build: Es ist nichts hineingepackt.',
  'This is not a finished build: its contents and its table of contents do not match. Write it again.':
    'Das ist kein fertiger Build: Inhalt und Inhaltsverzeichnis passen nicht zusammen. Schreiben Sie ihn neu.',
  'The file is still being written.': 'Die Datei wird noch geschrieben.',
  'Another program is holding the file. Slipway waits until it lets go.':
    'Ein anderes Programm hält die Datei fest. Slipway wartet, bis es sie freigibt.',
  'The Finder is still copying the file.': 'Der Finder kopiert die Datei noch.',
  'The file cannot be read: permission denied. Allow access; Slipway keeps looking.':
    'Die Datei ist nicht lesbar: Zugriff verweigert. Erlauben Sie den Zugriff; Slipway sieht weiter nach.',
  'This is a link that leads out of the watched folder or nowhere. Slipway does not follow it: put the build itself here.':
    'Das ist eine Verknüpfung, die aus dem überwachten Ordner hinaus oder nirgendwohin führt. Slipway folgt ihr nicht: Legen Sie den Build selbst hierher.',
  'The file cannot be read at the moment. Slipway keeps looking.':
    'Die Datei ist im Augenblick nicht lesbar. Slipway sieht weiter nach.',
  'The build is finished, but could not be queued. {reason}':
    'Der Build ist fertig, konnte aber nicht eingereiht werden. {reason}',
  // What would happen now with a file
  'This very build was handled before. A changed file counts as a new one.':
    'Genau dieser Build wurde schon behandelt. Eine geänderte Datei gilt als neue.',
  'It is there before the folder is watched, and the rule leaves earlier builds alone.':
    'Er war schon da, bevor der Ordner überwacht wird, und die Regel lässt frühere Builds liegen.',
  'It lies in a place where no builds are looked for, or is named like a temporary file.':
    'Er liegt dort, wo nicht nach Builds gesucht wird, oder heißt wie eine temporäre Datei.',
  'The rule does not take this kind of build.': 'Die Regel nimmt diese Art von Build nicht.',
  'It lies deeper than the rule looks.': 'Er liegt tiefer, als die Regel sucht.',
  'The pattern “{pattern}” leaves it out.': 'Das Muster „{pattern}“ lässt ihn aus.',
  'None of the patterns matches it.': 'Keines der Muster passt.',
  // Folders that fit a project
  'Drop folder': 'Ablageordner',
  'Every build that is put into this very folder is taken; folders below it are not looked into.':
    'Jeder Build, der direkt in diesen Ordner gelegt wird, zählt; Unterordner werden nicht durchsucht.',
  'Android, every build': 'Android, jeder Build',
  'Android, release builds': 'Android, Release-Builds',
  'Flutter, Android': 'Flutter für Android',
  'Flutter, iOS': 'Flutter für iOS',
  'React Native, Android': 'React Native für Android',
  'React Native, iOS': 'React Native für iOS',
  'Xcode, exported archives': 'Xcode, exportierte Archive',
  'Xcode, builds of fastlane': 'Xcode, Builds von fastlane',
  'This folder is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    'Dieser Ordner ist eine Android-App: Gradle legt die apks aller Build-Typen und Varianten in {place} ab. Unsignierte apks und die von Tests bleiben außen vor.',
  'The module {module} is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    'Das Modul {module} ist eine Android-App: Gradle legt die apks aller Build-Typen und Varianten in {place} ab. Unsignierte apks und die von Tests bleiben außen vor.',
  'This folder is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    'Dieser Ordner ist eine Android-App: Es zählt nur, was Gradle in einem Ordner namens release unter {place} ablegt, von jeder Variante.',
  'The module {module} is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    'Das Modul {module} ist eine Android-App: Es zählt nur, was Gradle in einem Ordner namens release unter {place} ablegt, von jeder Variante.',
  'pubspec.yaml makes this a Flutter project: “flutter build {what}” leaves its builds in {place}.':
    'Der pubspec.yaml nach ist das ein Flutter-Projekt: „flutter build {what}“ legt seine Builds in {place} ab.',
  'package.json names react-native: Gradle leaves the apks in {place}. Unsigned apks and those of tests are left out.':
    'package.json nennt react-native: Gradle legt die apks in {place} ab. Unsignierte apks und die von Tests bleiben außen vor.',
  'package.json names react-native: export the archive to {place}, and every ipa in it is taken.':
    'package.json nennt react-native: Exportieren Sie das Archiv nach {place}; jede ipa darin zählt.',
  '{project} is here: export archives to {place} (xcodebuild -exportArchive -exportPath), and every ipa in it is taken.':
    'Hier liegt {project}: Exportieren Sie Archive nach {place} (xcodebuild -exportArchive -exportPath); jede ipa darin zählt.',
  '{project} and a folder fastlane are here: unless told otherwise, fastlane leaves its ipa in the project folder itself.':
    'Hier liegen {project} und ein Ordner fastlane: Wenn nichts anderes eingestellt ist, legt fastlane seine ipa direkt in den Projektordner.',
  'ProjectSettings/ProjectVersion.txt makes this a Unity project: builds are usually made in {place}.':
    'ProjectSettings/ProjectVersion.txt nach ist das ein Unity-Projekt: Builds entstehen meist in {place}.',
  // Damaged files of Slipway's own
  'The upload journal was damaged. It was kept as {name}, and what could be read of it was carried over. Before an earlier build is sent, Slipway looks whether it is on the service already. Builds that were added by hand and had not arrived may have to be added again.':
    'Das Upload-Journal war beschädigt. Es wurde als {name} aufbewahrt, und was lesbar war, wurde übernommen. Bevor ein früherer Build gesendet wird, sieht Slipway nach, ob er schon auf dem Dienst ist. Von Hand hinzugefügte Builds, die noch nicht angekommen waren, müssen Sie vielleicht neu hinzufügen.',
  'The memory of which builds were seen in watched folders was damaged. It was kept as {name}, and what could be read of it was carried over. What the upload journal knows is not uploaded again.':
    'Das Gedächtnis, welche Builds in überwachten Ordnern schon gesehen wurden, war beschädigt. Es wurde als {name} aufbewahrt, und was lesbar war, wurde übernommen. Was das Upload-Journal kennt, wird nicht noch einmal hochgeladen.',
  'The settings were damaged. They were kept as {name}, and settings start fresh: add accounts and folders again. Nothing in any folder was touched.':
    'Die Einstellungen waren beschädigt. Sie wurden als {name} aufbewahrt, und die Einstellungen beginnen von vorn: Fügen Sie Konten und Ordner neu hinzu. In den Ordnern wurde nichts angerührt.',
  'The folder {path} holds data of an earlier Slipway that are not used, because the new place held data already. Nothing in either was touched. Once you need nothing from that folder, delete it.':
    'Im Ordner {path} liegen Daten eines früheren Slipway, die nicht verwendet werden, weil am neuen Ort schon Daten lagen. An beiden Orten wurde nichts geändert. Löschen Sie diesen Ordner, sobald Sie nichts mehr daraus brauchen.',
  // What a file that is no build is
  'a gzip archive': 'ein gzip-Archiv',
  'a 7-Zip archive': 'ein 7-Zip-Archiv',
  'a RAR archive': 'ein RAR-Archiv',
  'a bzip2 archive': 'ein bzip2-Archiv',
  'an xz archive': 'ein xz-Archiv',
  'a Zstandard archive': 'ein Zstandard-Archiv',
  'a PDF document': 'ein PDF-Dokument',
  'a PNG image': 'ein PNG-Bild',
  'a JPEG image': 'ein JPEG-Bild',
  'a GIF image': 'ein GIF-Bild',
  'a Linux program': 'ein Linux-Programm',
  'a Windows program': 'ein Windows-Programm',
  'a single dex file': 'eine einzelne dex-Datei',
  'a bare Apple executable': 'ein bloßes Apple-Programm',
  'a bare Apple executable or Java class': 'ein bloßes Apple-Programm oder eine Java-Klasse',
  'a Mac installer package': 'ein Mac-Installationspaket',
  'a property list': 'eine Property-Liste',
  'a database': 'eine Datenbank',
  'a Git LFS pointer; fetch the real file with “git lfs pull”':
    'ein Git-LFS-Verweis; holen Sie die echte Datei mit „git lfs pull“',
  'a web page (perhaps an error page that was saved instead of the build)':
    'eine Webseite (vielleicht eine Fehlerseite, die statt des Builds gesichert wurde)',
  'an XML file': 'eine XML-Datei',
  'a JSON or text file': 'eine JSON- oder Textdatei',
  'a file of zeros (space that was set aside and never written)':
    'eine Datei aus Nullen (reservierter, nie beschriebener Platz)',
  'some other kind of file, or a build whose beginning and end were destroyed':
    'eine andere Art von Datei oder ein Build, dessen Anfang und Ende zerstört sind',
  'a text file': 'eine Textdatei',
  'an empty zip file': 'eine leere Zip-Datei',
  'a bundletool set (.apks)': 'ein bundletool-Satz (.apks)',
  'an .xapk': 'eine .xapk',
  'an .apkm': 'eine .apkm',
  'a set of split apks': 'ein Satz von Teil-apks',
  'a zip file of debug symbols (.dSYM)': 'eine Zip-Datei mit Debug-Symbolen (.dSYM)',
  'an Office document': 'ein Office-Dokument',
  'an electronic book or OpenDocument file': 'ein E-Book oder eine OpenDocument-Datei',
  'a Java archive (.jar)': 'ein Java-Archiv (.jar)',
  'a zip file of other things': 'eine Zip-Datei mit anderen Dingen',
  'is cut off': 'ist abgeschnitten',
  'is empty': 'ist leer',
  'cannot be unpacked': 'lässt sich nicht entpacken',
  'does not match its checksum': 'passt nicht zur Prüfsumme',
  'states sizes that do not fit each other': 'nennt Größen, die nicht zueinander passen',
  'is not where the table of contents says': 'liegt nicht dort, wo das Inhaltsverzeichnis es sagt',
  'reaches beyond the end of the contents': 'reicht über das Ende des Inhalts hinaus',
  'table of contents': 'Inhaltsverzeichnis',
  // Why a service or a proxy is not reached
  'its certificate has expired': 'sein Zertifikat ist abgelaufen',
  'its certificate is not valid yet; check the clock of this computer':
    'sein Zertifikat gilt noch nicht; prüfen Sie die Uhr dieses Computers',
  'it shows a certificate it made itself': 'er zeigt ein selbst ausgestelltes Zertifikat',
  'its certificate comes from an authority this computer does not trust':
    'sein Zertifikat stammt von einer Stelle, der dieser Computer nicht vertraut',
  'its certificate is not made for such connections (key usage), which the window refuses and other programs overlook':
    'sein Zertifikat ist nicht für solche Verbindungen gemacht (Schlüsselverwendung); das Fenster lehnt es ab, andere Programme sehen darüber hinweg',
  'its certificate is not made for servers (extended key usage)':
    'sein Zertifikat ist nicht für Server gemacht (erweiterte Schlüsselverwendung)',
  'its certificate was issued by one that may not issue any (basic constraints, key usage)':
    'sein Zertifikat stammt von einem Aussteller, der keine ausstellen darf (Basiseinschränkungen, Schlüsselverwendung)',
  'its certificate belongs to another address': 'sein Zertifikat gehört zu einer anderen Adresse',
  'no way to this computer': 'kein Weg zu diesem Computer',
  'no network': 'kein Netz',
  'the network is down': 'das Netz ist ausgefallen',
  'no network address': 'keine Netzadresse',
  'a firewall on this computer forbids it': 'eine Firewall auf diesem Computer verbietet es',
  'its address was not found': 'seine Adresse wurde nicht gefunden',
  'nothing answers there': 'dort antwortet nichts',
  'it does not answer': 'keine Antwort',
  'the connection to it broke': 'die Verbindung dorthin ist abgerissen',
  'it cannot be reached ({reason})': 'er ist nicht erreichbar ({reason})',
  'it answered {status}': 'Antwort {status}',
  'authentication could not be completed.': 'Die Anmeldung konnte nicht abgeschlossen werden.',
  'the list of test applications': 'die Liste der Test-Apps',
  'a test application': 'eine Test-App',
  'a version of a test application': 'eine Version einer Test-App',
  'the list of store profiles': 'die Liste der Store-Profile',
  'a store profile': 'ein Store-Profil',
  'an item of a store profile': 'ein Eintrag eines Store-Profils',
  'an access token': 'ein Zugriffstoken',
  'the connection was lost': 'die Verbindung ging verloren',
  'the copy does not hold the same bytes': 'die Kopie enthält nicht dieselben Daten',
  // What is wrong with what was entered
  'is not a full path from the root of the disk': 'ist kein vollständiger Pfad von der Wurzel des Laufwerks',
  'is the watched folder itself': 'ist der überwachte Ordner selbst',
  'lies where this folder is watched, so a moved build would be taken for a new one':
    'liegt dort, wo dieser Ordner überwacht wird, sodass ein verschobener Build als neuer gälte',
  'is watched by another folder that moves its builds back here, so they would never rest':
    'wird von einem anderen Ordner überwacht, der seine Builds hierher zurückschiebt, sodass sie nie zur Ruhe kämen',
  '“{name}” of entry {number}: {problem}': '„{name}“ von Eintrag {number}: {problem}',
  'entry {number}: {problem}': 'Eintrag {number}: {problem}',
  '“{name}”: {problem}': '„{name}“: {problem}',
  'it is missing': 'es fehlt',
  'it is not a text': 'es ist kein Text',
  'it is not a number': 'es ist keine Zahl',
  'it is not a whole number': 'es ist keine ganze Zahl',
  'it is neither true nor false': 'es ist weder wahr noch falsch',
  'it is not a list': 'es ist keine Liste',
  'it is not an object': 'es ist kein Objekt',
  'it is of another kind than expected': 'es ist von anderer Art als erwartet',
  'it is not a time': 'es ist keine Zeitangabe',
  'it is not written as it should be': 'es ist nicht geschrieben, wie es sein soll',
  'it is none of {values}': 'es ist nichts von {values}',
  'it has more than is known: {names}': 'es hat mehr als bekannt: {names}',
  'it is not as it should be': 'es ist nicht, wie es sein soll',
  'it is shorter than {count} characters': 'es ist kürzer als {count} Zeichen',
  'it has fewer than {count} entries': 'es hat weniger als {count} Einträge',
  'it has more than {count} entries': 'es hat mehr als {count} Einträge',
  'it is less than {limit}': 'es ist weniger als {limit}',
  'it is more than {limit}': 'es ist mehr als {limit}',
  'it is empty': 'es ist leer',
  'it is longer than {count} characters': 'es ist länger als {count} Zeichen',
  'it holds a line break or another control character':
    'es enthält einen Zeilenumbruch oder ein anderes Steuerzeichen',
  'it begins with “!”. Put it among the patterns to leave out instead':
    'es beginnt mit „!“. Setzen Sie es stattdessen zu den auszulassenden Mustern',
  'it begins at the root of a disk. Patterns begin at the watched folder, as in release/*.apk':
    'es beginnt an der Wurzel eines Laufwerks. Muster beginnen beim überwachten Ordner, wie in release/*.apk',
  'it leads out of the watched folder with “..”': 'es führt mit „..“ aus dem überwachten Ordner hinaus',
  'it names nothing': 'es benennt nichts',
  'alternatives are written {a,b}, not (a|b)': 'Alternativen schreibt man {a,b}, nicht (a|b)',
  'a “[” is not closed by a “]”': 'eine „[“ wird nicht durch „]“ geschlossen',
  'there is nothing between “[” and “]”': 'zwischen „[“ und „]“ steht nichts',
  'there is a separator between “[” and “]”': 'zwischen „[“ und „]“ steht ein Trennzeichen',
  'one of its alternatives names nothing': 'eine seiner Alternativen benennt nichts',
  'a “{” is not closed by a “}”': 'eine „{“ wird nicht durch „}“ geschlossen',
  'Enter an address that begins with https:// or http://.':
    'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  'Enter the address without a user name, password, “?” or “#”: settings are no place for secrets.':
    'Geben Sie die Adresse ohne Benutzernamen, Passwort, „?“ oder „#“ ein: Einstellungen sind kein Ort für Geheimnisse.',
  'Use only letters, digits, dots, hyphens and underscores, as in “acme”.':
    'Verwenden Sie nur Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, wie in „acme“.',
  'Enter {base}, without {path}': 'Tragen Sie {base} ein, ohne {path}',
  'SOCKS proxies are not supported. Enter the address of an HTTP proxy.':
    'SOCKS-Proxys werden nicht unterstützt. Geben Sie die Adresse eines HTTP-Proxys ein.',
  'Enter the proxy’s host and port, such as http://proxy.example.org:3128.':
    'Geben Sie Host und Port des Proxys ein, etwa http://proxy.example.org:3128.',
  'Enter the proxy’s address without user name and password, and these on their own.':
    'Geben Sie die Adresse des Proxys ohne Benutzernamen und Passwort ein und diese gesondert.',
  'Enter the proxy’s host and port only, without anything behind them.':
    'Geben Sie nur Host und Port des Proxys ein, ohne etwas dahinter.',
  'Give at least 1000 bytes per second.': 'Geben Sie mindestens 1000 Byte pro Sekunde an.',
  'Give times from 00:00 to 23:59, such as 08:30.': 'Geben Sie Zeiten von 00:00 bis 23:59 an, etwa 08:30.',
  'Enter a name for the sender.': 'Geben Sie einen Namen für den Absender ein.',
  'Give at least one day.': 'Geben Sie mindestens einen Tag an.',
  'Enter the user name.': 'Geben Sie den Benutzernamen ein.',
  'Give whole seconds from 1 to 120.': 'Geben Sie ganze Sekunden von 1 bis 120 an.',
  'Choose an address of this computer.': 'Wählen Sie eine Adresse dieses Computers.',
  'Proxy: enter its address.': 'Proxy: Geben Sie seine Adresse ein.',
  'Exceptions: “{entry}” is no host. Enter hosts such as intranet.example.org, addresses, or networks such as 10.0.0.0/8.':
    'Ausnahmen: „{entry}“ ist kein Host. Geben Sie Hosts wie intranet.example.org, Adressen oder Netze wie 10.0.0.0/8 ein.',
  'Certificates: “{path}” is not a full path. Enter it from the root of the disk.':
    'Zertifikate: „{path}“ ist kein vollständiger Pfad. Geben Sie ihn von der Wurzel des Laufwerks an.',
  'Enter the password.': 'Geben Sie das Passwort ein.',
  'Enter the client secret.': 'Geben Sie das Client-Geheimnis ein.',
  'Enter the password again: the address is another one.':
    'Geben Sie das Passwort neu ein: Die Adresse ist eine andere.',
  'Enter the client secret again: the address is another one.':
    'Geben Sie das Client-Geheimnis neu ein: Die Adresse ist eine andere.',
  'Sign-in address: {problem}': 'Anmeldeadresse: {problem}',
  'Service address: {problem}': 'Dienstadresse: {problem}',
  'User name: {problem}': 'Benutzername: {problem}',
  'Client id: {problem}': 'Client-ID: {problem}',
  'Name: {problem}': 'Name – {problem}',
  'Vendor: {problem}': 'Anbieter: {problem}',
  'Scope: {problem}': 'Geltungsbereich: {problem}',
  'Proxy: {problem}': 'Proxy – {problem}',
  'Limit: {problem}': 'Grenze: {problem}',
  'Timetable: {problem}': 'Zeitplan: {problem}',
  'Connect timeout: {problem}': 'Zeitgrenze für Verbindungen: {problem}',
  'Kinds of builds: {problem}': 'Arten von Builds: {problem}',
  'Patterns: {problem}': 'Muster: {problem}',
  'Patterns to leave out: {problem}': 'Muster zum Auslassen: {problem}',
  'Depth: {problem}': 'Tiefe: {problem}',
  'Quiet time: {problem}': 'Ruhezeit: {problem}',
  'Application: {problem}': 'App: {problem}',
  'is missing. Fill it in.': 'fehlt. Füllen Sie es aus.',
  'choose apk, ipa or both.': 'wählen Sie apk, ipa oder beides.',
  'give at most 100.': 'geben Sie höchstens 100 an.',
  'give a whole number from 0, which means the folder itself only.':
    'geben Sie eine ganze Zahl ab 0 an; 0 heißt: nur der Ordner selbst.',
  'give whole milliseconds from 100 to 600000.': 'geben Sie ganze Millisekunden von 100 bis 600000 an.',
  'it is no file': 'es ist keine Datei',
  'it is far too large': 'es ist viel zu groß',
  'it holds “{label}”, no certificate': 'es enthält „{label}“, kein Zertifikat',
  'nothing in it begins with “-----BEGIN CERTIFICATE-----”':
    'nichts darin beginnt mit „-----BEGIN CERTIFICATE-----“',
  '“{label}” begins here and never ends': '„{label}“ beginnt hier und endet nie',
  'what is there is no certificate, or one that this program refuses ({reason})':
    'was da steht, ist kein Zertifikat oder eines, das dieses Programm ablehnt ({reason})',
  'it was made for another name': 'es ist für einen anderen Namen ausgestellt',
  // Where passwords are kept
  'the keyring of this computer': 'dem Schlüsselbund dieses Computers',
  'the Windows data protection': 'der Windows-Datenschutz-API',
  'the file {path}': 'der Datei {path}',
  'the environment, then {place}': 'der Umgebung, dann {place}',
  // Things the built-in service keeps
  team: 'Team',
  member: 'Mitglied',
  user: 'Benutzer',
  client: 'Client',
  profile: 'Profil',
};
