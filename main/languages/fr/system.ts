/** French for errors of files, databases, the bridge and its hosts. */
import type { ErrorCatalogue } from '../translation.ts';

export const base: ErrorCatalogue['base'] = { cancelled: () => 'Annulé.' };

export const internal: ErrorCatalogue['internal'] = {
  unexpected: (p) =>
    `Une erreur inattendue s’est produite : ${p.text}. Merci de la signaler avec le journal.`,
  uncaught: (p) =>
    `Une erreur inattendue s’est produite : ${p.text}. Les téléversements reprendront au prochain démarrage. Merci de la signaler avec le journal.`,
};

export const file: ErrorCatalogue['file'] = {
  missing: (p) => `${p.path} n’existe pas. Vérifiez le chemin.`,
  denied: (p) => `${p.path} ne peut pas être lu : accès refusé. Autorisez l’accès et réessayez.`,
  busy: (p) => `${p.path} est retenu par un autre programme. Slipway réessaie.`,
  full: (p) => `Le disque de ${p.path} est plein. Libérez de l’espace et réessayez.`,
  failed: (p) =>
    `${p.path} n’a pas pu être lu ou écrit (${p.reason}). Vérifiez le disque ou le lecteur réseau et réessayez.`,
};

export const database: ErrorCatalogue['database'] = {
  unreadable: (p) =>
    `La base de données ${p.path} est endommagée ou n’en est pas une. Remettez-en une copie, ou mettez-la de côté pour recommencer sans son historique.`,
  unusable: (p) =>
    `La base de données ${p.path} ne peut pas être ouverte (${p.reason}). Vérifiez que son dossier est accessible en écriture et que son disque n’est pas plein.`,
  newer: (p) =>
    `La base de données ${p.path} a été écrite par un Slipway plus récent. Installez cette version ou choisissez un autre dossier de données.`,
  full: (p) =>
    `Le disque de la base de données ${p.path} est plein. Rien n’a changé ; libérez de l’espace et réessayez.`,
};

export const hash: ErrorCatalogue['hash'] = {
  broken: (p) =>
    `La somme de contrôle d’un fichier n’a pas pu être calculée (${p.reason}). Slipway réessaie.`,
};

export const lock: ErrorCatalogue['lock'] = {
  held: (p) =>
    `Un autre Slipway utilise le dossier de données ${p.folder}. Fermez-le, ou choisissez un autre dossier avec --data-dir.`,
  unusable: (p) =>
    `Le dossier de données ${p.folder} est inutilisable (${p.reason}). Autorisez-y l’écriture, ou choisissez un autre dossier avec --data-dir.`,
};

export const bridge: ErrorCatalogue['bridge'] = {
  unknownCall: (p) => `L’appel « ${p.name.slice(0, 80)} » n’existe pas.`,
  badArguments: (p) => `Les valeurs données à « ${p.name} » ne conviennent pas : ${p.problem}`,
};

export const shell: ErrorCatalogue['shell'] = {
  foreignSender: () => 'Seule la page de Slipway peut appeler Slipway.',
  badCall: () => 'Un appel a besoin d’un nom.',
  linkRefused: (p) =>
    `Seules les adresses https et http sont ouvertes ; celle-ci commence par « ${p.scheme} ».`,
  noAddress: () => 'Ce n’est pas une adresse que l’on peut ouvrir.',
  nothingToShow: (p) => `${p.path} n’existe plus et ne peut donc pas être affiché.`,
  noAccount: () => 'Connectez-vous d’abord à un service de distribution, puis téléversez le build à nouveau.',
  secretsUnavailable: (p) =>
    `Les mots de passe ne peuvent être ni conservés ni lus : ${p.reason}. Slipway ne les écrit jamais en clair. Déverrouillez ou configurez le trousseau (sous Linux : GNOME Keyring ou KWallet), redémarrez Slipway et connectez-vous.`,
  secretsLocked: () =>
    'Le trousseau de cet ordinateur est verrouillé. Déverrouillez-le et réessayez ; les mots de passe qu’il contient sont toujours là.',
  secretUnreadable: () =>
    'Un mot de passe conservé ne peut plus être déchiffré, sans doute parce que le trousseau a été remplacé. Reconnectez-vous.',
  notOpened: (p) =>
    `${p.path} n’a pas pu être ouvert : ${p.reason}. Ouvrez-le avec un programme de votre choix.`,
  notPackaged: () =>
    'Indisponible ici : seule l’application installée en est capable, pas celle lancée depuis ses sources.',
  noFeed: () => 'Cette copie de Slipway a été construite sans adresse de mises à jour.',
  noPublisher: () =>
    'Cette copie de Slipway a été construite sans signature. Les versions plus récentes ne pourraient pas être vérifiées et ne sont donc pas recherchées.',
  loginNotAllowed: () =>
    'macOS demande d’abord votre autorisation. Autorisez Slipway dans Réglages Système › Général › Ouverture.',
  loginRefused: () =>
    'Le système n’a pas pris le changement. Cherchez Slipway parmi les programmes lancés à l’ouverture de session.',
  loginUnnamable: (p) =>
    `Slipway se trouve dans un dossier dont aucun fichier de démarrage ne peut contenir le nom (${p.path}). Déplacez-le, puis réessayez.`,
  updateFailed: (p) =>
    `Une version plus récente n’a pas pu être obtenue : ${p.reason}. Celle-ci continue de fonctionner ; réessayez plus tard.`,
  noNotifications: () => 'Cet ordinateur n’affiche pas de notifications d’applications.',
  updateNotReady: () => 'Aucune version plus récente n’est encore prête sur cet ordinateur.',
  updateWhileUploading: () =>
    'Des builds sont en cours de téléversement. La version plus récente est mise en place ensuite, ou quand vous quittez Slipway.',
};

export const web: ErrorCatalogue['web'] = {
  notBuilt: (p) =>
    `L’interface n’est pas là (${p.folder}). Depuis les sources, exécutez d’abord npm run build.`,
  portTaken: (p) =>
    `Le port ${p.port} est utilisé par un autre programme. Choisissez-en un autre avec --ui-port, ou ne le précisez pas.`,
  portRefused: (p) =>
    `Le port ${p.port} ne peut pas être ouvert (${p.reason}). Choisissez-en un autre avec --ui-port, ou ne le précisez pas.`,
  foreignHost: () => 'Cette adresse n’est pas servie ici. Ouvrez l’adresse affichée par Slipway.',
  foreignOrigin: () => 'Slipway ne répond qu’à sa propre page. Ouvrez l’adresse affichée par Slipway.',
  sessionNeeded: () => 'Cette page n’est plus reliée à Slipway. Demandez un nouveau lien dans le terminal.',
  linkRefused: () => 'Ce lien a déjà servi ou a expiré. Demandez un nouveau lien dans le terminal.',
  notFound: () => 'Il n’y a rien à cette adresse.',
  wrongMethod: (p) => `Cette adresse ne répond qu’à ${p.allowed}.`,
  wrongType: (p) => `La requête doit être envoyée sous la forme ${p.expected}.`,
  notJson: () => 'La requête n’est pas du JSON valide de la forme attendue.',
  tooLarge: (p) => `La requête dépasse ${p.limit} octets.`,
  lengthNeeded: () => 'La taille du fichier doit être indiquée avec la requête.',
  noSpace: (p) =>
    `« ${p.name} » demande ${p.needed} octets, mais le disque n’en a que ${p.free} de libres. Libérez de l’espace et déposez-le à nouveau.`,
  cutOff: (p) => `« ${p.name} » n’est arrivé qu’en partie. Déposez-le à nouveau.`,
  browserDoes: (p) => `${p.what} : le navigateur s’en charge lui-même.`,
  noDesktop: (p) => `Cet ordinateur n’a pas de bureau où afficher ${p.path}.`,
  notInTab: () => 'Indisponible ici : seule l’application installée en est capable, pas un onglet.',
};
