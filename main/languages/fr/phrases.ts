/** French for sentences that are handed on in English. */
import type { Catalogue } from '../translation.ts';

export const phrases: Catalogue['phrases'] = {
  // States of an upload
  Ready: 'Prêt',
  Queued: 'En file d’attente',
  Uploading: 'Téléversement',
  'No answer': 'Pas de réponse',
  'The service is working on it': 'Le service y travaille',
  'Looking whether it arrived': 'Vérifie l’arrivée',
  Activating: 'Activation',
  Sending: 'Envoi',
  'Tidying up': 'Rangement',
  'Waiting to retry': 'En attente d’un nouvel essai',
  'Waiting for the network': 'En attente du réseau',
  Paused: 'En pause',
  'Waits for your answer': 'Attend votre réponse',
  Done: 'Terminé',
  Failed: 'Échec',
  Cancelled: 'Annulé',
  'Already there': 'Déjà présent',
  'Waiting for the account': 'En attente du compte',
  // Notes of uploads
  'The same bytes were already on the service, so nothing was uploaded again.':
    'Les mêmes données étaient déjà sur le service, rien n’a donc été téléversé à nouveau.',
  'The version is on the service but was switched off there. Activate it under Apps if needed.':
    'La version est sur le service, mais y a été désactivée. Activez-la sous Apps de test si besoin.',
  'Nobody was told: you decided against it.': 'Personne n’a été prévenu : vous en avez décidé ainsi.',
  'The upload journal was lost, and the service has a version of the same name and size: it is taken for this build, which was not sent again.':
    'Le journal des téléversements a été perdu et le service a une version de même nom et de même taille : elle est prise pour ce build, qui n’a pas été renvoyé.',
  'The service has versions that may be this build, but does not say enough to tell: number {ids}. Compare them on the service, and upload the build again only if it is none of them.':
    'Le service a des versions qui peuvent être ce build, mais n’en dit pas assez pour le savoir : numéro {ids}. Comparez-les sur le service et n’envoyez le build une nouvelle fois que si ce n’est aucune d’elles.',
  'An earlier try seems to have arrived as well, as number {ids} on the service. It was neither activated nor sent, and can be deleted there.':
    'Un essai précédent semble être arrivé aussi, comme numéro {ids} sur le service. Il n’a été ni activé ni envoyé, et peut y être supprimé.',
  'The file was replaced while version {version} was sent: what it held before is on the service as number {id}, and the new file is sent as well.':
    'Le fichier a été remplacé pendant l’envoi de la version {version} : son contenu précédent est sur le service sous le numéro {id}, et le nouveau fichier est envoyé aussi.',
  'The file was left where it is, because another upload still needs it.':
    'Le fichier est resté où il est, car un autre téléversement en a encore besoin.',
  'The file could not be moved: it is not there any more.':
    'Le fichier n’a pas pu être déplacé : il n’est plus là.',
  'The file was left where it is: it is another one than was uploaded.':
    'Le fichier est resté où il est : ce n’est plus celui qui a été téléversé.',
  'The file could not be moved: {reason}': 'Le fichier n’a pas pu être déplacé : {reason}',
  'The file could not be deleted: {reason}': 'Le fichier n’a pas pu être supprimé : {reason}',
  'Nobody is told: the store area does not send builds to people.':
    'Personne n’est prévenu : le Store n’envoie pas de builds aux personnes.',
  'Nobody is told: the version stays inactive, and only an active version can be sent.':
    'Personne n’est prévenu : la version reste inactive, et seule une version active peut être envoyée.',
  'The service lists this version with a size of {size}, but the file has {bytes} bytes. Check that it installs.':
    'Le service annonce pour cette version une taille de {size}, mais le fichier fait {bytes} octets. Vérifiez qu’elle s’installe.',
  // What a build's signing and profile mean for testers
  'Provisioning profile expired on {day}: no device installs it any more.':
    'Le profil d’approvisionnement a expiré le {day} : plus aucun appareil ne l’installe.',
  'Development profile: installs on 1 device only.':
    'Profil de développement : ne s’installe que sur 1 appareil.',
  'Development profile: installs on {count} devices only.':
    'Profil de développement : ne s’installe que sur {count} appareils.',
  'Ad hoc profile: installs on 1 device only.': 'Profil ad hoc : ne s’installe que sur 1 appareil.',
  'Ad hoc profile: installs on {count} devices only.':
    'Profil ad hoc : ne s’installe que sur {count} appareils.',
  'The provisioning profile cannot be read: devices may refuse it.':
    'Le profil d’approvisionnement est illisible : des appareils peuvent le refuser.',
  'App Store profile: installs only through TestFlight or the App Store.':
    'Profil App Store : ne s’installe que par TestFlight ou l’App Store.',
  'Built for the simulator: no device can install it. Build for a device.':
    'Compilé pour le simulateur : aucun appareil ne peut l’installer. Compilez pour un appareil.',
  'Not signed: no device installs it.': 'Non signé : aucun appareil ne l’installe.',
  'Signed with scheme v1 only, but made for API level {target}: Android 11 and later refuse it. Sign it with scheme v2 or later, for example with apksigner.':
    'Signé avec le schéma v1 seulement, mais compilé pour le niveau d’API {target} : Android 11 et suivants le refusent. Signez-le avec le schéma v2 ou plus récent, par exemple avec apksigner.',
  'Signed with scheme {scheme}, which devices know from API level {level}, but its minimum is API level {minimum}: older devices refuse it. Sign it with an older scheme as well.':
    'Signé avec le schéma {scheme}, que les appareils connaissent à partir du niveau d’API {level}, mais le minimum est le niveau {minimum} : les appareils plus anciens le refusent. Signez-le aussi avec un schéma plus ancien.',
  'Asks for the newer sandbox (targetSandboxVersion), but is signed with scheme v1 only: Android 8 and later refuse it. Sign it with scheme v2 or later.':
    'Demande le bac à sable récent (targetSandboxVersion), mais n’est signé qu’avec le schéma v1 : Android 8 et suivants le refusent. Signez-le avec le schéma v2 ou plus récent.',
  'Changed after it was signed: its {scheme} signature says that it has a {missing} signature, too, but that is gone. Devices refuse it. Sign it again.':
    'Modifié après sa signature : sa signature {scheme} annonce aussi une signature {missing}, mais celle-ci a disparu. Les appareils le refusent. Signez-le de nouveau.',
  'Changed after it was signed: its signature is not where devices look for it, so they refuse it. Sign it again.':
    'Modifié après sa signature : celle-ci n’est plus là où les appareils la cherchent, ils le refusent donc. Signez-le de nouveau.',
  'Something stands before the zip in this file, such as a script or a dex file: Android refuses it. Build it again.':
    'Quelque chose précède le zip dans ce fichier, par exemple un script ou un fichier dex : Android le refuse. Recompilez-le.',
  'Something stands behind the end of the zip in this file: Android refuses it. Copy or build it again.':
    'Quelque chose suit la fin du zip dans ce fichier : Android le refuse. Copiez-le ou recompilez-le.',
  'Made for API level {target}, but its resources.arsc is compressed or not aligned to 4 bytes: Android 11 and later refuse it. Store it uncompressed, align it with zipalign, and sign it again.':
    'Compilé pour le niveau d’API {target}, mais son resources.arsc est compressé ou non aligné sur 4 octets : Android 11 et suivants le refusent. Stockez-le sans compression, alignez-le avec zipalign et signez à nouveau.',
  'The signature of the provisioning profile does not verify: what it says is unverified, and devices may refuse the app.':
    'La signature du profil d’approvisionnement ne se vérifie pas : ce qu’il dit n’est pas vérifié, et des appareils peuvent refuser l’app.',
  'The name is longer than {most} characters: only its beginning is shown.':
    'Le nom dépasse {most} caractères : seul son début est affiché.',
  'The version name is longer than {most} characters: only its beginning is shown.':
    'Le nom de version dépasse {most} caractères : seul son début est affiché.',
  'The build number is longer than {most} characters: only its beginning is shown.':
    'Le numéro de build dépasse {most} caractères : seul son début est affiché.',
  'Signed with the debug key: not a release build, and stores refuse it.':
    'Signé avec la clé de débogage : pas un build de publication, et les stores le refusent.',
  'The checksum of the manifest does not match: the file may have been damaged or changed after it was built.':
    'La somme de contrôle du manifeste ne correspond pas : le fichier a pu être endommagé ou modifié après sa compilation.',
  'Split apk “{name}”: not installable alone, only together with its base apk.':
    'Apk fragmenté « {name} » : ne s’installe pas seul, seulement avec son apk de base.',
  'Base apk of a split app: not installable alone, only with its splits.':
    'Apk de base d’une app fragmentée : ne s’installe pas seul, seulement avec ses fragments.',
  'Debuggable: anyone with a cable can look inside. Not a release build.':
    'Débogable : quiconque a un câble peut regarder dedans. Pas un build de publication.',
  'Marked as test only: devices refuse it unless it is installed with “adb install -t”.':
    'Marqué « test only » : les appareils le refusent, sauf avec « adb install -t ».',
  // What a file in a watched folder waits for
  'Another program still has the file open for writing.':
    'Un autre programme a encore le fichier ouvert en écriture.',
  'An older build is being written over. Slipway waits a moment longer.':
    'Un build plus ancien est en train d’être écrasé. Slipway attend encore un instant.',
  'The file is still empty.': 'Le fichier est encore vide.',
  'The space is reserved, but the build is not written yet.':
    'La place est réservée, mais le build n’est pas encore écrit.',
  'This is not a build file: it has the name of one but holds something else.':
    'Ce n’est pas un build : le fichier en a le nom mais contient autre chose.',
  'The file is not complete yet: its end is missing.': 'Le fichier n’est pas encore complet : sa fin manque.',
  'The file is not complete yet: nothing has been packed into it.':
    'Le fichier n’est pas encore complet : rien n’y a été mis.',
  'The file is being rewritten: its contents and its table of contents do not match yet.':
    'Le fichier est en cours de réécriture : son contenu et sa table des matières ne correspondent pas encore.',
  'This is not a finished build: the file is empty.': 'Ce n’est pas un build terminé : le fichier est vide.',
  'This is not a finished build: a part of it was never written.':
    'Ce n’est pas un build terminé : une partie n’a jamais été écrite.',
  'This is not a finished build: the file ends early. Write it again.':
    'Ce n’est pas un build terminé : le fichier s’arrête trop tôt. Écrivez-le à nouveau.',
  'This is not a finished build: nothing is packed into it.':
    'Ce n’est pas un build terminé : il ne contient rien.',
  'This is not a finished build: its contents and its table of contents do not match. Write it again.':
    'Ce n’est pas un build terminé : son contenu et sa table des matières ne correspondent pas. Écrivez-le à nouveau.',
  'The file is still being written.': 'Le fichier est encore en cours d’écriture.',
  'Another program is holding the file. Slipway waits until it lets go.':
    'Un autre programme retient le fichier. Slipway attend qu’il le libère.',
  'The Finder is still copying the file.': 'Le Finder copie encore le fichier.',
  'The file cannot be read: permission denied. Allow access; Slipway keeps looking.':
    'Le fichier ne peut pas être lu : accès refusé. Autorisez l’accès ; Slipway continue de vérifier.',
  'This is a link that leads out of the watched folder or nowhere. Slipway does not follow it: put the build itself here.':
    'C’est un lien qui sort du dossier surveillé ou ne mène nulle part. Slipway ne le suit pas : placez ici le build lui-même.',
  'The file cannot be read at the moment. Slipway keeps looking.':
    'Le fichier ne peut pas être lu pour l’instant. Slipway continue de vérifier.',
  'The build is finished, but could not be queued. {reason}':
    'Le build est terminé, mais n’a pas pu être mis en file. {reason}',
  // What would happen now with a file
  'This very build was handled before. A changed file counts as a new one.':
    'Ce build a déjà été traité. Un fichier modifié compte comme un nouveau.',
  'It is there before the folder is watched, and the rule leaves earlier builds alone.':
    'Il est là avant que le dossier soit surveillé, et la règle laisse les builds antérieurs.',
  'It lies in a place where no builds are looked for, or is named like a temporary file.':
    'Il se trouve là où l’on ne cherche pas de builds, ou porte un nom de fichier temporaire.',
  'The rule does not take this kind of build.': 'La règle ne prend pas ce type de build.',
  'It lies deeper than the rule looks.': 'Il est plus profond que ce que la règle examine.',
  'The pattern “{pattern}” leaves it out.': 'Le motif « {pattern} » l’exclut.',
  'None of the patterns matches it.': 'Aucun des motifs ne lui correspond.',
  // Folders that fit a project
  'Drop folder': 'Dossier de dépôt',
  'Every build that is put into this very folder is taken; folders below it are not looked into.':
    'Chaque build placé directement dans ce dossier est pris ; ses sous-dossiers ne sont pas examinés.',
  'Android, every build': 'Android, tous les builds',
  'Android, release builds': 'Android, builds de publication',
  'Flutter, Android': 'Flutter pour Android',
  'Flutter, iOS': 'Flutter pour iOS',
  'React Native, Android': 'React Native pour Android',
  'React Native, iOS': 'React Native pour iOS',
  'Xcode, exported archives': 'Xcode, archives exportées',
  'Xcode, builds of fastlane': 'Xcode, builds de fastlane',
  'This folder is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    'Ce dossier est une application Android : Gradle place les apk de tous les types et variantes dans {place}. Les apk non signés et ceux des tests sont laissés de côté.',
  'The module {module} is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    'Le module {module} est une application Android : Gradle place les apk de tous les types et variantes dans {place}. Les apk non signés et ceux des tests sont laissés de côté.',
  'This folder is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    'Ce dossier est une application Android : seul ce que Gradle place dans un dossier release sous {place} est pris, pour chaque variante.',
  'The module {module} is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    'Le module {module} est une application Android : seul ce que Gradle place dans un dossier release sous {place} est pris, pour chaque variante.',
  'pubspec.yaml makes this a Flutter project: “flutter build {what}” leaves its builds in {place}.':
    'D’après pubspec.yaml, c’est un projet Flutter : « flutter build {what} » place ses builds dans {place}.',
  'package.json names react-native: Gradle leaves the apks in {place}. Unsigned apks and those of tests are left out.':
    'package.json mentionne react-native : Gradle place les apk dans {place}. Les apk non signés et ceux des tests sont laissés de côté.',
  'package.json names react-native: export the archive to {place}, and every ipa in it is taken.':
    'package.json mentionne react-native : exportez l’archive vers {place}, et chaque ipa qui s’y trouve est pris.',
  '{project} is here: export archives to {place} (xcodebuild -exportArchive -exportPath), and every ipa in it is taken.':
    '{project} est ici : exportez les archives vers {place} (xcodebuild -exportArchive -exportPath), et chaque ipa qui s’y trouve est pris.',
  '{project} and a folder fastlane are here: unless told otherwise, fastlane leaves its ipa in the project folder itself.':
    '{project} et un dossier fastlane sont ici : sauf réglage contraire, fastlane place son ipa dans le dossier du projet.',
  'ProjectSettings/ProjectVersion.txt makes this a Unity project: builds are usually made in {place}.':
    'D’après ProjectSettings/ProjectVersion.txt, c’est un projet Unity : les builds sont en général créés dans {place}.',
  // Damaged files of Slipway's own
  'The upload journal was damaged. It was kept as {name}, and what could be read of it was carried over. Before an earlier build is sent, Slipway looks whether it is on the service already. Builds that were added by hand and had not arrived may have to be added again.':
    'Le journal des téléversements était endommagé. Il a été conservé sous {name}, et ce qui pouvait en être lu a été repris. Avant d’envoyer un build antérieur, Slipway vérifie s’il est déjà sur le service. Les builds ajoutés à la main qui n’étaient pas arrivés devront peut-être être ajoutés à nouveau.',
  'The memory of which builds were seen in watched folders was damaged. It was kept as {name}, and what could be read of it was carried over. What the upload journal knows is not uploaded again.':
    'La mémoire des builds vus dans les dossiers surveillés était endommagée. Elle a été conservée sous {name}, et ce qui pouvait en être lu a été repris. Ce que connaît le journal des téléversements n’est pas téléversé à nouveau.',
  'The settings were damaged. They were kept as {name}, and settings start fresh: add accounts and folders again. Nothing in any folder was touched.':
    'Les réglages étaient endommagés. Ils ont été conservés sous {name} et repartent de zéro : ajoutez à nouveau comptes et dossiers. Rien n’a été touché dans les dossiers.',
  'The folder {path} holds data of an earlier Slipway that are not used, because the new place held data already. Nothing in either was touched. Once you need nothing from that folder, delete it.':
    'Le dossier {path} contient des données d’une version antérieure de Slipway qui ne sont pas utilisées, car le nouvel emplacement contenait déjà des données. Rien n’a été modifié à aucun des deux endroits. Supprimez ce dossier dès que vous n’en avez plus besoin.',
  // What a file that is no build is
  'a gzip archive': 'une archive gzip',
  'a 7-Zip archive': 'une archive 7-Zip',
  'a RAR archive': 'une archive RAR',
  'a bzip2 archive': 'une archive bzip2',
  'an xz archive': 'une archive xz',
  'a Zstandard archive': 'une archive Zstandard',
  'a PDF document': 'un document PDF',
  'a PNG image': 'une image PNG',
  'a JPEG image': 'une image JPEG',
  'a GIF image': 'une image GIF',
  'a Linux program': 'un programme Linux',
  'a Windows program': 'un programme Windows',
  'a single dex file': 'un fichier dex isolé',
  'a bare Apple executable': 'un exécutable Apple seul',
  'a bare Apple executable or Java class': 'un exécutable Apple seul ou une classe Java',
  'a Mac installer package': 'un paquet d’installation Mac',
  'a property list': 'une liste de propriétés',
  'a database': 'une base de données',
  'a Git LFS pointer; fetch the real file with “git lfs pull”':
    'un pointeur Git LFS ; récupérez le vrai fichier avec « git lfs pull »',
  'a web page (perhaps an error page that was saved instead of the build)':
    'une page web (peut-être une page d’erreur enregistrée à la place du build)',
  'an XML file': 'un fichier XML',
  'a JSON or text file': 'un fichier JSON ou texte',
  'a file of zeros (space that was set aside and never written)':
    'un fichier de zéros (de la place réservée et jamais écrite)',
  'some other kind of file, or a build whose beginning and end were destroyed':
    'un autre type de fichier, ou un build dont le début et la fin sont détruits',
  'a text file': 'un fichier texte',
  'an empty zip file': 'un zip vide',
  'a bundletool set (.apks)': 'un ensemble bundletool (.apks)',
  'an .xapk': 'un .xapk',
  'an .apkm': 'un .apkm',
  'a set of split apks': 'un ensemble d’apk fragmentés',
  'a zip file of debug symbols (.dSYM)': 'un zip de symboles de débogage (.dSYM)',
  'an Office document': 'un document Office',
  'an electronic book or OpenDocument file': 'un livre électronique ou un fichier OpenDocument',
  'a Java archive (.jar)': 'une archive Java (.jar)',
  'a zip file of other things': 'un zip d’autre chose',
  'is cut off': 'est tronqué',
  'is empty': 'est vide',
  'cannot be unpacked': 'ne peut pas être décompressé',
  'does not match its checksum': 'ne correspond pas à sa somme de contrôle',
  'states sizes that do not fit each other': 'annonce des tailles qui ne concordent pas',
  'is not where the table of contents says': 'n’est pas là où l’annonce la table des matières',
  'reaches beyond the end of the contents': 'dépasse la fin du contenu',
  'table of contents': 'la table des matières',
  // Why a service or a proxy is not reached
  'its certificate has expired': 'son certificat a expiré',
  'its certificate is not valid yet; check the clock of this computer':
    'son certificat n’est pas encore valable ; vérifiez l’horloge de cet ordinateur',
  'it shows a certificate it made itself': 'il présente un certificat qu’il a émis lui-même',
  'its certificate comes from an authority this computer does not trust':
    'son certificat vient d’une autorité à laquelle cet ordinateur ne fait pas confiance',
  'its certificate is not made for such connections (key usage), which the window refuses and other programs overlook':
    'son certificat n’est pas fait pour de telles connexions (utilisation de la clé), ce que la fenêtre refuse et que d’autres programmes ignorent',
  'its certificate is not made for servers (extended key usage)':
    'son certificat n’est pas fait pour des serveurs (utilisation étendue de la clé)',
  'its certificate was issued by one that may not issue any (basic constraints, key usage)':
    'son certificat vient d’un émetteur qui n’a pas le droit d’en émettre (contraintes de base, utilisation de la clé)',
  'its certificate belongs to another address': 'son certificat appartient à une autre adresse',
  'no way to this computer': 'aucun chemin vers cet ordinateur',
  'no network': 'pas de réseau',
  'the network is down': 'le réseau est en panne',
  'no network address': 'pas d’adresse réseau',
  'a firewall on this computer forbids it': 'un pare-feu sur cet ordinateur l’interdit',
  'its address was not found': 'son adresse est introuvable',
  'nothing answers there': 'rien n’y répond',
  'it does not answer': 'pas de réponse',
  'the connection to it broke': 'la connexion a été coupée',
  'it cannot be reached ({reason})': 'il est injoignable ({reason})',
  'it answered {status}': 'réponse {status}',
  'authentication could not be completed.': 'L’authentification n’a pas pu aboutir.',
  'the list of test applications': 'la liste des apps de test',
  'a test application': 'une app de test',
  'a version of a test application': 'une version d’une app de test',
  'the list of store profiles': 'la liste des profils Store',
  'a store profile': 'un profil Store',
  'an item of a store profile': 'un élément d’un profil Store',
  'an access token': 'un jeton d’accès',
  'the connection was lost': 'la connexion a été perdue',
  'the copy does not hold the same bytes': 'la copie ne contient pas les mêmes données',
  // What is wrong with what was entered
  'is not a full path from the root of the disk': 'n’est pas un chemin complet depuis la racine du disque',
  'is the watched folder itself': 'est le dossier surveillé lui-même',
  'lies where this folder is watched, so a moved build would be taken for a new one':
    'se trouve là où ce dossier est surveillé, un build déplacé passerait donc pour un nouveau',
  'is watched by another folder that moves its builds back here, so they would never rest':
    'est surveillé par un autre dossier qui renvoie ses builds ici, ils ne s’arrêteraient donc jamais',
  '“{name}” of entry {number}: {problem}': '« {name} » de l’entrée {number} : {problem}',
  'entry {number}: {problem}': 'entrée {number} : {problem}',
  '“{name}”: {problem}': '« {name} » : {problem}',
  'it is missing': 'il manque',
  'it is not a text': 'ce n’est pas un texte',
  'it is not a number': 'ce n’est pas un nombre',
  'it is not a whole number': 'ce n’est pas un nombre entier',
  'it is neither true nor false': 'ce n’est ni vrai ni faux',
  'it is not a list': 'ce n’est pas une liste',
  'it is not an object': 'ce n’est pas un objet',
  'it is of another kind than expected': 'c’est d’un autre genre que prévu',
  'it is not a time': 'ce n’est pas une date',
  'it is not written as it should be': 'ce n’est pas écrit comme il faut',
  'it is none of {values}': 'ce n’est aucun de {values}',
  'it has more than is known: {names}': 'il y a plus que ce qui est connu : {names}',
  'it is not as it should be': 'ce n’est pas comme il faut',
  'it is shorter than {count} characters': 'c’est plus court que {count} caractères',
  'it has fewer than {count} entries': 'il y a moins de {count} entrées',
  'it has more than {count} entries': 'il y a plus de {count} entrées',
  'it is less than {limit}': 'c’est moins que {limit}',
  'it is more than {limit}': 'c’est plus que {limit}',
  'it is empty': 'il est vide',
  'it is longer than {count} characters': 'il dépasse {count} caractères',
  'it holds a line break or another control character':
    'il contient un saut de ligne ou un autre caractère de contrôle',
  'it begins with “!”. Put it among the patterns to leave out instead':
    'il commence par « ! ». Placez-le plutôt parmi les motifs à exclure',
  'it begins at the root of a disk. Patterns begin at the watched folder, as in release/*.apk':
    'il commence à la racine d’un disque. Les motifs commencent au dossier surveillé, comme release/*.apk',
  'it leads out of the watched folder with “..”': 'il sort du dossier surveillé avec « .. »',
  'it names nothing': 'il ne désigne rien',
  'alternatives are written {a,b}, not (a|b)': 'les variantes s’écrivent {a,b}, pas (a|b)',
  'a “[” is not closed by a “]”': 'un « [ » n’est pas fermé par un « ] »',
  'there is nothing between “[” and “]”': 'il n’y a rien entre « [ » et « ] »',
  'there is a separator between “[” and “]”': 'il y a un séparateur entre « [ » et « ] »',
  'one of its alternatives names nothing': 'l’une de ses variantes ne désigne rien',
  'a “{” is not closed by a “}”': 'une « { » n’est pas fermée par une « } »',
  'Enter an address that begins with https:// or http://.':
    'Saisissez une adresse qui commence par https:// ou http://.',
  'Enter the address without a user name, password, “?” or “#”: settings are no place for secrets.':
    'Saisissez l’adresse sans nom d’utilisateur, mot de passe, « ? » ni « # » : les réglages ne sont pas faits pour les secrets.',
  'Use only letters, digits, dots, hyphens and underscores, as in “acme”.':
    'N’utilisez que des lettres, des chiffres, des points, des traits d’union et des tirets bas, comme « acme ».',
  'Enter {base}, without {path}': 'Saisissez {base}, sans {path}',
  'SOCKS proxies are not supported. Enter the address of an HTTP proxy.':
    'Les proxys SOCKS ne sont pas pris en charge. Saisissez l’adresse d’un proxy HTTP.',
  'Enter the proxy’s host and port, such as http://proxy.example.org:3128.':
    'Saisissez l’hôte et le port du proxy, comme http://proxy.example.org:3128.',
  'Enter the proxy’s address without user name and password, and these on their own.':
    'Saisissez l’adresse du proxy sans nom d’utilisateur ni mot de passe, et ceux-ci à part.',
  'Enter the proxy’s host and port only, without anything behind them.':
    'Saisissez seulement l’hôte et le port du proxy, sans rien derrière.',
  'Give at least 1000 bytes per second.': 'Donnez au moins 1000 octets par seconde.',
  'Give times from 00:00 to 23:59, such as 08:30.': 'Donnez des heures de 00:00 à 23:59, comme 08:30.',
  'Enter a name for the sender.': 'Saisissez un nom pour l’expéditeur.',
  'Give at least one day.': 'Donnez au moins un jour.',
  'Enter the user name.': 'Saisissez le nom d’utilisateur.',
  'Give whole seconds from 1 to 120.': 'Donnez des secondes entières de 1 à 120.',
  'Choose an address of this computer.': 'Choisissez une adresse de cet ordinateur.',
  'Proxy: enter its address.': 'Proxy : saisissez son adresse.',
  'Exceptions: “{entry}” is no host. Enter hosts such as intranet.example.org, addresses, or networks such as 10.0.0.0/8.':
    'Exceptions : « {entry} » n’est pas un hôte. Saisissez des hôtes comme intranet.example.org, des adresses ou des réseaux comme 10.0.0.0/8.',
  'Certificates: “{path}” is not a full path. Enter it from the root of the disk.':
    'Certificats : « {path} » n’est pas un chemin complet. Saisissez-le depuis la racine du disque.',
  'Enter the password.': 'Saisissez le mot de passe.',
  'Enter the client secret.': 'Saisissez le secret client.',
  'Enter the password again: the address is another one.':
    'Saisissez à nouveau le mot de passe : l’adresse a changé.',
  'Enter the client secret again: the address is another one.':
    'Saisissez à nouveau le secret client : l’adresse a changé.',
  'Sign-in address: {problem}': 'Adresse de connexion : {problem}',
  'Service address: {problem}': 'Adresse du service : {problem}',
  'User name: {problem}': 'Nom d’utilisateur : {problem}',
  'Client id: {problem}': 'Identifiant client : {problem}',
  'Name: {problem}': 'Nom : {problem}',
  'Vendor: {problem}': 'Fournisseur : {problem}',
  'Scope: {problem}': 'Portée : {problem}',
  'Proxy: {problem}': 'Proxy : {problem}',
  'Limit: {problem}': 'Limite : {problem}',
  'Timetable: {problem}': 'Horaire : {problem}',
  'Connect timeout: {problem}': 'Délai de connexion : {problem}',
  'Kinds of builds: {problem}': 'Types de builds : {problem}',
  'Patterns: {problem}': 'Motifs : {problem}',
  'Patterns to leave out: {problem}': 'Motifs à exclure : {problem}',
  'Depth: {problem}': 'Profondeur : {problem}',
  'Quiet time: {problem}': 'Temps de repos : {problem}',
  'Application: {problem}': 'App : {problem}',
  'is missing. Fill it in.': 'manque. Remplissez-le.',
  'choose apk, ipa or both.': 'choisissez apk, ipa ou les deux.',
  'give at most 100.': 'donnez-en au plus 100.',
  'give a whole number from 0, which means the folder itself only.':
    'donnez un entier à partir de 0, qui signifie le dossier seul.',
  'give whole milliseconds from 100 to 600000.': 'donnez des millisecondes entières de 100 à 600000.',
  'it is no file': 'ce n’est pas un fichier',
  'it is far too large': 'il est bien trop grand',
  'it holds “{label}”, no certificate': 'il contient « {label} », pas de certificat',
  'nothing in it begins with “-----BEGIN CERTIFICATE-----”':
    'rien n’y commence par « -----BEGIN CERTIFICATE----- »',
  '“{label}” begins here and never ends': '« {label} » commence ici et ne finit jamais',
  'what is there is no certificate, or one that this program refuses ({reason})':
    'ce qui s’y trouve n’est pas un certificat, ou ce programme le refuse ({reason})',
  'it was made for another name': 'il a été émis pour un autre nom',
  // Where passwords are kept
  'the keyring of this computer': 'le trousseau de cet ordinateur',
  'the Windows data protection': 'la protection des données de Windows',
  'the file {path}': 'le fichier {path}',
  'the environment, then {place}': 'l’environnement, puis {place}',
  // Things the built-in service keeps
  team: 'équipe',
  member: 'membre',
  user: 'utilisateur',
  client: 'client',
  profile: 'profil',
};
