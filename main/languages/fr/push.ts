/** French for errors of pushes. */
import type { ErrorCatalogue } from '../translation.ts';

type Place = { readonly line: number; readonly column: number };

const soon = (seconds: number | null): string =>
  seconds === null ? 'plus tard' : `dans ${seconds} secondes`;

const at = (place: Place): string => `ligne ${place.line}, colonne ${place.column}`;

export const push: ErrorCatalogue['push'] = {
  notJson: (p) => `Le fichier de correspondance n’est pas un JSON valide (${at(p)}) : ${p.problem}`,
  invalidMapping: (p) => `Le fichier de correspondance est inutilisable (${at(p)}) : ${p.problem}`,
  cannotEdit: (p) =>
    `Le fichier de correspondance ne peut pas être modifié : ${at(p)}, un objet entre accolades est attendu. Corrigez-le d’abord dans le texte.`,
  emptyName: () => 'Le nom est vide. Saisissez le nom sous lequel la valeur arrive.',
  noSuchProperty: (p) => `La correspondance n’a pas de propriété « ${p.property} ».`,
  nameTaken: (p) =>
    `La correspondance a déjà une propriété « ${p.property} ». Retirez-la d’abord, ou choisissez un autre nom.`,
  sameKeyApart: (p) =>
    `« ${p.property} » et « ${p.other} » ont la clé « ${p.key} » à des endroits différents, que la version 2 ne distingue pas. Donnez d’abord une autre clé à l’une des deux.`,
  noFolder: (p) =>
    `${p.path} n’est pas un dossier. Choisissez le dossier du projet, celui qui contient « config ».`,
  changedMeanwhile: (p) =>
    `${p.path} n’est plus comme au moment de la vérification, donc rien n’a été modifié. Vérifiez de nouveau.`,
  notFullPath: (p) => `« ${p.path} » n’est pas un chemin complet. Saisissez-le depuis la racine du disque.`,
  nothingToUndo: (p) => `Il n’y a dans ${p.path} aucune modification à annuler.`,
  notText: (p) =>
    `${p.path} n’est pas un texte en UTF-8 et n’a donc pas été ouvert. Choisissez le fichier de correspondance, pushnotification.json.`,
  notMappingSize: (p) =>
    `${p.path} est bien plus grand que ne l’est un fichier de correspondance et n’a donc pas été ouvert. Choisissez pushnotification.json.`,
  notJsonName: (p) => `${p.path} ne se termine pas par .json, donc rien n’y a été enregistré.`,
  fileChanged: (p) =>
    `${p.path} a été modifié par autre chose depuis son ouverture, donc il n’a pas été remplacé.`,
  fileGone: (p) => `${p.path} n’existe plus. Enregistrez encore une fois pour le recréer.`,
  fileThere: (p) =>
    `${p.path} existe déjà et n’a pas été ouvert ici. Ouvrez-le, ou enregistrez sous un autre nom.`,
  isLink: (p) =>
    `${p.path} est un lien, ou se trouve hors du projet ou derrière un lien qui en sort ; il n’a donc pas été modifié.`,
  messageNotJson: (p) => `Le message n’est pas un JSON valide (${at(p)}) : ${p.problem}`,
  badMessage: (p) =>
    `Le message ne peut pas être envoyé : ${p.problem}. Sa forme est {"to": "JETON", "data": {"notification": {"CLÉ": "TEXTE"}}}.`,
  badServiceAccount: (p) =>
    `Le fichier du compte de service est inutilisable : ${p.problem}. Téléchargez une nouvelle clé au format JSON chez le fournisseur.`,
  accountRefused: (p) =>
    `${p.host} n’accepte pas le compte de service (${p.said}). Vérifiez que sa clé est encore valable et que l’horloge de cet ordinateur est juste.`,
  wrongKey: (p) => `${p.host} n’accepte pas la clé. Vérifiez que c’est bien celle de ce projet.`,
  switchedOff: (p) =>
    `${p.host} n’a rien à cette adresse. L’envoi avec une clé de serveur est désactivé pour la plupart des projets ; envoyez plutôt avec un compte de service (HTTP v1).`,
  notAllowed: (p) =>
    `Le compte de service ne peut pas envoyer de messages pour ce projet (${p.said}). Donnez-lui ce rôle et activez l’interface de messagerie.`,
  noProject: (p) =>
    `${p.host} ne connaît pas le projet ou le jeton. Vérifiez que le compte de service appartient au projet de l’app.`,
  tokenGone: () =>
    'Le jeton de l’appareil n’est plus valable : l’app a été supprimée ou a un nouveau jeton. Prenez celui que l’app reçoit maintenant.',
  badToken: () => 'Ce n’est pas un jeton d’appareil. Prenez-le en entier, tel que l’app le reçoit.',
  otherSender: () =>
    'Le jeton appartient à un autre identifiant d’expéditeur que la clé. Vérifiez l’identifiant dans project.json et le projet de la clé.',
  quota: (p) =>
    `${p.host} n’accepte plus de messages pour l’instant : une limite est atteinte. Réessayez ${soon(p.seconds)}.`,
  unavailable: (p) => `${p.host} ne peut pas envoyer en ce moment. Réessayez ${soon(p.seconds)}.`,
  appleKey: () =>
    'Apple a refusé la clé du fournisseur pour cette app. Vérifiez la clé push ou le certificat enregistré chez le fournisseur.',
  tooLarge: () =>
    'Le message est trop grand. Les fournisseurs acceptent 4096 octets de données ; raccourcissez-le.',
  refused: (p) =>
    `${p.host} a refusé le message${p.said === '' ? '' : ` : ${p.said}`}. Corrigez-le et envoyez-le de nouveau.`,
  strangeAnswer: (p) =>
    `Ce qui répond sur ${p.host} n’est pas un fournisseur de push ; on ne sait donc pas si le message a été envoyé. Vérifiez l’adresse.`,
  notSent: (p) =>
    `L’historique n’a pas de message ${p.id} ; il ne garde que les 500 plus récents. Choisissez-en un dans la liste.`,
  keyNotKept: (p) =>
    `Le message ${p.id} a été envoyé avec une clé donnée pour cette seule fois et non conservée. Indiquez un expéditeur conservé, ou donnez de nouveau la clé.`,
  notKept: (p) =>
    `Ce qu’est devenu le message n’a pas pu être écrit dans l’historique : ${p.reason} Ne l’envoyez pas une seconde fois pour cela.`,
  unknownSender: (p) =>
    `Il n’y a pas d’expéditeur « ${p.name} ». ${p.known === '' ? 'Aucun n’est encore conservé.' : `Sont conservés : ${p.known}.`}`,
  secretMissing: (p) =>
    `Aucune clé n’est conservée pour l’expéditeur « ${p.name} ». Saisissez-la de nouveau.`,
};
