/** French for errors of settings and of what joins the parts. */
import type { ErrorCatalogue } from '../translation.ts';

export const settings: ErrorCatalogue['settings'] = {
  invalid: (p) => p.problem,
  notSaved: (p) =>
    `Les réglages n’ont pas pu être enregistrés (${p.reason}), rien n’a donc changé. Vérifiez la place libre et les droits du dossier de données de Slipway.`,
  unknownAccount: (p) =>
    `Il n’y a pas de compte « ${p.id} ». Choisissez-en un dans la liste ou connectez-vous à un service.`,
  unknownFolder: (p) => `Le dossier surveillé « ${p.id} » n’existe plus.`,
  relativePath: (p) =>
    `« ${p.path} » n’est pas un chemin complet. Saisissez le chemin du dossier depuis la racine du disque.`,
  alreadyWatched: (p) => `${p.path} est déjà surveillé. Modifiez plutôt le dossier existant.`,
  badRule: (p) => `La règle du dossier est inutilisable. ${p.problem}`,
  badPattern: (p) => `Le motif « ${p.pattern} » est inutilisable : ${p.problem}.`,
  accountInUse: (p) =>
    `${p.folders === 1 ? 'Un dossier surveillé envoie' : `${p.folders} dossiers surveillés envoient`} au compte « ${p.name} ». Retirez-${p.folders === 1 ? 'le' : 'les'} ou modifiez-${p.folders === 1 ? 'le' : 'les'} d’abord.`,
  badMailServer: (p) =>
    `Le serveur de messagerie n’est pas bien décrit : ${p.problem}. Donnez son hôte, un port et une adresse d’expéditeur.`,
  badReach: (p) => `Le service n’est pas joignable ainsi : ${p.problem}`,
  badCaFile: (p) =>
    `${p.path} ne peut pas servir de fichier de certificats${p.line === null ? '' : ` (ligne ${p.line})`} : ${p.problem}.`,
  proxyPassword: () =>
    'Le mot de passe du proxy est illisible. Saisissez-le à nouveau dans les réglages du réseau.',
  secretsMissing: (p) => `Aucun mot de passe n’est conservé pour « ${p.name} ». Reconnectez-vous.`,
  secretsUnreadable: (p) =>
    `Le fichier de secrets ${p.path} est illisible. Mettez-le de côté et reconnectez-vous.`,
  secretsOpen: (p) =>
    `Le fichier de secrets ${p.path} peut être lu par d’autres utilisateurs. Réservez-le à vous seul (chmod 600) et réessayez.`,
};

export const core: ErrorCatalogue['core'] = {
  serviceStopped: () => 'Le service intégré ne fonctionne pas. Démarrez-le d’abord.',
  ownAccess: (p) =>
    `Slipway se connecte lui-même à son service ainsi (${p.what} ${p.name}), cela reste donc tel quel. Créez un autre accès pour d’autres programmes.`,
  sentUnseen: () =>
    'La version a été envoyée. Son état actuel n’a pas pu être lu : rouvrez-la pour le voir, et ne l’envoyez pas une seconde fois.',
  sendUnknown: (p) =>
    `La connexion s’est interrompue pendant l’envoi de la version, et le service n’a pas pu dire si elle a été envoyée : ${p.said} Consultez la version avant de l’envoyer à nouveau.`,
  notSwitched: (p) =>
    `Le service a répondu, mais la version ${p.version} est toujours ${p.active ? 'active' : 'inactive'}. Réessayez.`,
  moveTarget: (p) =>
    `Les builds téléversés ne peuvent pas être déplacés vers ${p.target} : le dossier ${p.problem}. Choisissez-en un autre.`,
  accountGone: () =>
    'Le compte auquel ce dossier envoie a été retiré. Modifiez le dossier et choisissez un autre compte ; d’ici là, les builds terminés attendent ici.',
  notThereYet: (p) => `Le dossier ${p.path} n’existe pas encore. Slipway le surveille dès qu’il est là.`,
  offline: () => 'Pas de réseau. Slipway reprend dès son retour.',
  metered: () =>
    'Le réseau est limité. Slipway reprend dès qu’il y en a un autre, ou que les réglages du réseau le permettent.',
  noFiles: () => 'Aucun build n’a été donné. Choisissez au moins un fichier .ipa ou .apk.',
  badStaticUser: () => 'Donnez un nom d’utilisateur de 1 à 200 caractères sans deux-points.',
  noProfileName: () => 'Un profil Store a besoin d’un nom. Saisissez-en un.',
  otherMode: (p) =>
    p.mode === 'plain'
      ? `Le service ne répond qu’avec des liens ; à une demande simple, il a dit : ${p.said} Choisissez l’autre type de réponses.`
      : `Le service ne répond que simplement ; à une demande avec des liens, il a dit : ${p.said} Choisissez l’autre type de réponses.`,
  noLog: () => 'Rien n’a encore été écrit dans le journal.',
};
