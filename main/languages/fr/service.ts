/** French for failures of the built-in service. */
import type { ErrorCatalogue } from '../translation.ts';

export const service: ErrorCatalogue['service'] = {
  token: () => 'Le jeton d’accès est incorrect ou a expiré. Demandez-en un nouveau à l’adresse de connexion.',
  noRoute: (p) => `Il n’y a rien à ${p.path}. Vérifiez l’adresse.`,
  method: (p) => `${p.method} n’est pas possible à cette adresse. Utilisez ${p.allowed}.`,
  notAcceptable: (p) =>
    `Aucune réponse ne convient à Accept: ${p.accept}. Utilisez application/json ou application/vnd.<fournisseur>.hateaos+json.`,
  badId: (p) => `L’identifiant ${p.id} n’est pas un entier entre 1 et 2147483647.`,
  badPath: (p) =>
    `L’adresse ${p.path} est mal écrite : chaque signe de pourcentage est suivi de deux chiffres hexadécimaux, et l’ensemble est en UTF-8.`,
  badHost: (p) =>
    `La requête a ${p.hosts.length === 1 ? `un en-tête Host qui ne nomme aucun hôte : « ${p.hosts[0]} »` : p.hosts.length === 0 ? 'aucun en-tête Host' : `${p.hosts.length} en-têtes Host`}. Envoyez-en exactement un, avec le nom et le port de ce service.`,
  badBody: (p) => `Le corps de la requête est inutilisable : ${p.reason}.`,
  bodyTooLarge: (p) => `${p.what} : plus que ce que ce service accepte. Envoyez moins.`,
  badRequest: () => 'Ce n’est pas une requête au sens de HTTP/1.1. Rien n’en a été exécuté.',
  headersTooLarge: () => 'Les en-têtes de la requête dépassent ce que ce service accepte. Envoyez moins.',
  tooSlow: (p) => `${p.what} : pas arrivé en ${p.seconds} s. Rien n’a été enregistré ; réessayez.`,
  silent: (p) =>
    `Rien du corps n’est arrivé pendant ${p.seconds} s, la suite n’est donc pas attendue. Rien n’a été enregistré ; réessayez.`,
  mediaType: (p) =>
    `Le type de contenu ${p.given} n’est pas compris ici. Envoyez ${p.wanted === '' ? 'aucun corps' : p.wanted}.`,
  noApplication: (p) => `Aucune app n’a le numéro ${p.id}. Elle a peut-être été supprimée.`,
  noVersion: (p) => `Aucune version n’a le numéro ${p.id}. Elle a peut-être été supprimée.`,
  noProfile: (p) => `Aucun profil n’a le numéro ${p.id}. Il a peut-être été supprimé.`,
  noItem: (p) => `Aucun élément de profil n’a le numéro ${p.id}. Il a peut-être été supprimé.`,
  noLink: () =>
    'Ce lien ne mène nulle part. La version a peut-être été supprimée ; demandez-en un nouveau à l’expéditeur.',
  inactive: (p) =>
    `${p.name} ${p.version} n’est pas active et ne peut donc être ni téléchargée ni envoyée. Activez-la d’abord.`,
  disabled: (p) => `${p.name} est désactivé et ne peut pas être téléchargé.`,
  credentials: () => 'Cette page demande un nom d’utilisateur et un mot de passe.',
  slowDown: (p) => `Trop de noms ou de mots de passe erronés. Attendez ${p.seconds} s et réessayez.`,
  condition: () => 'Le fichier n’est plus celui qui était demandé. Téléchargez-le à nouveau.',
  noFile: () =>
    'Le téléversement ne contient pas de build. Envoyez un fichier dans le champ « file » du formulaire.',
  twoFiles: () => 'Le téléversement contient plus d’un fichier. Envoyez un build à la fois.',
  emptyFile: (p) => `${p.name} est vide. Choisissez un build terminé.`,
  badUpload: (p) =>
    `Le téléversement est arrivé incomplet (${p.reason}). Rien n’a été enregistré ; renvoyez-le.`,
  tooLarge: (p) => `Le build dépasse la limite de ${p.limit} octets.`,
  unreadable: (p) => p.reason,
  full: () =>
    'Le disque du service n’a plus assez de place. Rien n’a été enregistré ; libérez-y de l’espace.',
  busy: (p) => `${p.limit} téléversements sont déjà en cours. Réessayez dans un instant.`,
  badAddress: (p) =>
    `${p.addresses.map((each) => `« ${each} »`).join(', ')} : ${p.addresses.length === 1 ? 'ce n’est pas une adresse e-mail' : 'ce ne sont pas des adresses e-mail'}. Aucun message n’est parti.`,
  unknownPeople: (p) =>
    `Inconnus : ${[...p.teamIds.map((id) => `équipe ${id}`), ...p.memberIds.map((id) => `membre ${id}`)].join(', ')}. Aucun message n’est parti.`,
  nobody: () =>
    'Aucun destinataire. Indiquez des équipes, des membres ou des adresses qui mènent à au moins une personne.',
  badMember: (p) => `« ${p.email} » n’est pas une adresse e-mail. Donnez-en une comme ann@example.org.`,
  badLine: (p) => p.reason,
  badCsv: (p) => `Personne n’a été importé : ${p.reason}.`,
  badName: (p) => `Il faut un nom de 1 à 200 caractères sans saut de ligne (${p.what}).`,
  taken: (p) => `Existe déjà : ${p.what} ${p.name}.`,
  noPerson: (p) => `N’existe pas : ${p.what} ${p.id}.`,
  weakPassword: (p) => `Un mot de passe doit avoir au moins ${p.least} caractères.`,
  listen: (p) =>
    `Le service ne peut pas écouter sur ${p.host}, port ${p.port} (${p.reason}). Choisissez un autre port (0 pour n’importe quel port libre) ou une autre adresse de cet ordinateur.`,
  noHost: (p) =>
    `Aucun ordinateur ne s’appelle ${p.host} (${p.reason}), le service ne peut donc pas y écouter. Choisissez une adresse de cet ordinateur, comme 127.0.0.1.`,
  publicUrl: (p) =>
    `${p.host} désigne toutes les adresses de cet ordinateur, mais les liens doivent mener à l’une d’elles. Indiquez celle sur laquelle écouter, ou comment les testeurs joignent le service.`,
  noMail: (p) => `Il n’y a pas de message ${p.id} dans la boîte d’envoi.`,
  mailGone: (p) => `Le message ${p.id} a été remis au serveur de messagerie et n’est pas conservé ici.`,
  mailUnreachable: (p) => `Le serveur de messagerie ${p.server} est injoignable : ${p.reason}.`,
  mailCertificate: (p) =>
    `Le certificat du serveur de messagerie ${p.server} n’est pas fiable : ${p.reason}. Utilisez le nom pour lequel il a été émis, et faites en sorte que cet ordinateur fasse confiance à son émetteur.`,
  mailUnencrypted: (p) =>
    `Aucune connexion chiffrée au serveur de messagerie ${p.server} n’est possible : ${p.reason}. Vérifiez son port et le moment où TLS est utilisé.`,
  mailSignIn: (p) =>
    `Le serveur de messagerie ${p.server} a refusé le nom d’utilisateur ou le mot de passe : ${p.reason}. Saisissez-les à nouveau.`,
  mailRefused: (p) => `Le serveur de messagerie ${p.server} a refusé le message : ${p.reason}.`,
  mailDelayed: (p) => `Le serveur de messagerie ${p.server} n’a pas encore pris le message : ${p.reason}.`,
  stopped: () => 'Le service a été arrêté.',
};
