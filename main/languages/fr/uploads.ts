/** French for errors of uploads and of watched folders. */
import type { ErrorCatalogue } from '../translation.ts';

export const uploads: ErrorCatalogue['uploads'] = {
  unknown: (p) => `Le téléversement « ${p.id} » n’existe plus.`,
  notRepeatable: (p) => `${p.fileName} ne peut être retenté qu’après un échec ou une annulation.`,
  notFinished: (p) => `${p.fileName} est encore en route. Annulez-le d’abord.`,
  notAsking: (p) => `${p.fileName} n’attend pas de réponse.`,
  notPausable: (p) =>
    `${p.fileName} ne peut pas être mis en pause maintenant : il est terminé, presque terminé ou attend une réponse.`,
  notPaused: (p) => `${p.fileName} n’est pas en pause.`,
  notQueued: (p) =>
    `${p.fileName} n’a pas de place dans la file : seuls les téléversements qui attendent leur tour peuvent être déplacés.`,
  notSendable: (p) =>
    `${p.fileName} ne peut pas être renvoyé : il n’est pas connu sur le service, ou se trouve là où rien n’est envoyé.`,
  notAFile: (p) => `${p.path} n’est pas un fichier. Choisissez un fichier .apk ou .ipa.`,
  changing: (p) => `${p.path} est en cours d’écriture pendant sa lecture. Slipway attend qu’il soit terminé.`,
  unfinished: (p) =>
    `${p.fileName} ne correspond pas à ses propres sommes de contrôle : rien n’a été envoyé. Slipway attend au cas où le fichier serait encore en cours d’écriture. Sinon, recopiez-le ou recompilez-le.`,
  unconfirmed: (p) =>
    `Le service n’a pas confirmé ${p.fileName}. Slipway vérifie s’il est arrivé avant de l’envoyer à nouveau.`,
  unconfirmedSend: (p) =>
    `Le service n’a pas confirmé l’envoi de la version ${p.version}. Slipway vérifie avant de l’envoyer à nouveau.`,
  noVersion: (p) => `Le service a accepté ${p.fileName} mais n’a pas dit quelle version il est devenu.`,
  notActivated: (p) =>
    `Le service a répondu, mais la version ${p.version} est toujours inactive. Slipway réessaie.`,
  notShown: (p) =>
    `Le service a accepté la version ${p.version} mais ne la montre pas encore. Slipway la cherche à nouveau.`,
  applicationGone: (p) =>
    `L’app ${p.id}, à laquelle ce build est destiné, n’est pas sur le service. Choisissez-en une autre pour le dossier ou le téléversement, puis téléversez le fichier à nouveau.`,
  otherPackage: (p) =>
    `L’app ${p.id} (« ${p.name} ») contient ${p.holds} et ce build est ${p.build} ; il n’y a donc pas été envoyé. Choisissez une autre app, ou laissez Slipway la trouver d’après le paquet.`,
  gone: (p) =>
    `La version ${p.version} n’est pas, ou n’est plus, sur le service. Réessayez : Slipway la cherche encore une fois et n’envoie le fichier à nouveau que si elle n’y est pas.`,
  badCursor: () => 'Cette page de l’historique n’est pas connue. Relisez l’historique depuis le début.',
  notSaved: (p) =>
    `Le journal des téléversements ne peut pas être écrit (${p.reason}). Rien n’est téléversé d’ici là. Vérifiez la place libre du disque qui contient les données de Slipway.`,
};

export const watcher: ErrorCatalogue['watcher'] = {
  missing: (p) =>
    `Le dossier ${p.path} n’existe pas. Créez-le, connectez son disque ou choisissez un autre dossier.`,
  unmounted: (p) =>
    `Le disque de ${p.path} n’est pas connecté : seul son emplacement vide est là. Connectez le disque.`,
  notAFolder: (p) => `${p.path} est un fichier, pas un dossier. Choisissez le dossier qui le contient.`,
  denied: (p) => `Le dossier ${p.path} ne peut pas être lu : accès refusé. Autorisez l’accès et réessayez.`,
  unreachable: (p) =>
    `Le dossier ${p.path} est injoignable pour l’instant (${p.reason}). Slipway continue d’essayer.`,
  stopped: () => 'La surveillance a été arrêtée.',
};
