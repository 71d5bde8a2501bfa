/** French for errors of calls to a distribution service. */
import type { ErrorCatalogue } from '../translation.ts';

const pathHint = (p: { readonly path: string }): string =>
  p.path === '' ? '' : ` Elles ont le chemin ${p.path} : retirez-le, sauf si le service s’y trouve.`;

export const api: ErrorCatalogue['api'] = {
  unknownHost: (p) =>
    `L’adresse ${p.host} est introuvable. Vérifiez son orthographe et la connexion de cet ordinateur.`,
  connectionRefused: (p) =>
    `Rien ne répond à ${p.host}. Vérifiez l’adresse et le port, et que le service fonctionne.`,
  unreachable: (p) => `${p.host} est injoignable (${p.reason}). Vérifiez la connexion réseau.`,
  connectionLost: (p) => `La connexion à ${p.host} a été coupée. Vérifiez la connexion réseau et réessayez.`,
  timeout: (p) =>
    `${p.host} n’a pas donné signe de vie pendant ${p.seconds} secondes. Vérifiez la connexion réseau et réessayez.`,
  cutShort: (p) =>
    `La connexion à ${p.host} a été coupée deux fois au même endroit, après ${p.size} du fichier : quelque chose sur le trajet n’admet pas d’envoi plus grand. Demandez une limite plus haute au responsable du réseau ou du service, ou utilisez un autre réseau.`,
  largePackets: (p) =>
    `${p.host} répond, mais rien du fichier ne passe : quelque chose sur le trajet avale les grands paquets. Réglez une taille de paquet (MTU) plus petite pour le réseau ou son VPN, ou utilisez un autre réseau.`,
  certificate: (p) =>
    `La connexion à ${p.host} n’est pas sûre : ${p.reason}. Vérifiez l’adresse ou interrogez le responsable du service.`,
  proxy: (p) =>
    `Le proxy ${p.proxy} n’a pas laissé passer la requête : ${p.reason}. Vérifiez les réglages du réseau.`,
  proxyPassword: (p) =>
    `Le proxy ${p.proxy} demande un nom d’utilisateur et un mot de passe. Saisissez-les dans les réglages du réseau.`,
  proxyRefused: (p) =>
    `Le proxy ${p.proxy} refuse le nom d’utilisateur et le mot de passe donnés. Corrigez-les dans les réglages du réseau.`,
  proxyAddress: (p) =>
    `Le proxy « ${p.proxy} » est inutilisable. Donnez une adresse qui commence par http:// ou https://.`,
  notHttp: (p) =>
    `Ce qui répond à ${p.host} ne parle pas HTTP. Vérifiez le port, et si l’adresse commence par https:// ou http://.`,
  tooMuch: (p) => `La réponse de ${p.host} est bien trop longue pour un service de distribution.`,
  garbled: (p) =>
    `La réponse de ${p.host} est illisible (${p.reason}). Réessayez ; si cela persiste, interrogez le responsable du service ou du proxy.`,
  credentialsRefused: (p) =>
    `La connexion a échoué : ${p.said} Vérifiez le nom d’utilisateur et le mot de passe.`,
  clientRefused: (p) => `La connexion a échoué : ${p.said} Vérifiez l’identifiant et le secret client.`,
  scopeRefused: (p) => `La connexion a échoué : ${p.said} Vérifiez la portée du compte.`,
  signInRefused: (p) => `La connexion a échoué : ${p.said} Vérifiez les réglages de connexion du compte.`,
  unauthorized: (p) => `Le service n’accepte plus la connexion : ${p.said} Reconnectez-vous.`,
  forbidden: (p) => `Ce compte n’y est pas autorisé : ${p.said} Connectez-vous avec un compte qui l’est.`,
  missing: (p) => `Le service n’a pas ou plus cet élément : ${p.said}`,
  wrongAddress: (p) =>
    `Il n’y a pas de service de distribution à ${p.host} (réponse ${p.status}). Vérifiez les adresses du compte.${pathHint(p)}`,
  redirected: (p) =>
    p.location === null
      ? `${p.host} renvoie ailleurs sans dire où. Vérifiez les adresses du compte.`
      : `${p.host} renvoie vers ${p.location}. Si c’est le service, saisissez-le comme adresse.`,
  notEncrypted: (p) =>
    `Seules les adresses qui commencent par https:// sont utilisées ici ; celle de ${p.host} n’en fait pas partie.`,
  refused: (p) => `Le service a refusé : ${p.said}`,
  tooLarge: (p) =>
    p.size === null
      ? `C’est plus que ce que le service accepte : ${p.said}`
      : `Le fichier fait ${p.size}, plus que ce que le service accepte : ${p.said} Choisissez-en un plus petit ou demandez une limite plus haute.`,
  busy: (p) =>
    p.seconds === null
      ? `Le service est occupé : ${p.said} Réessayez plus tard.`
      : `Le service est occupé : ${p.said} Réessayez dans ${p.seconds} secondes.`,
  full: (p) =>
    `Le service n’a plus de place : ${p.said} Quelqu’un doit y libérer de l’espace ; ensuite, cela reprend.`,
  broken: (p) => `Une erreur s’est produite sur le service (${p.status}) : ${p.said} Réessayez plus tard.`,
  webPage: (p) =>
    `${p.host} a répondu par une page web${p.title === null ? '' : ` (« ${p.title} »)`} au lieu de données. Vérifiez les adresses du compte, et si le réseau demande sa propre connexion.${pathHint(p)}`,
  notPromised: (p) =>
    `${p.host} a répondu, mais pas comme attendu : il manque ${p.what} (${p.problem}). Vérifiez les adresses du compte.`,
  unconfirmed: (p) =>
    `${p.host} a pris le fichier mais n’a pas dit ce qu’il est devenu. Vérifiez sur le service s’il y est avant de l’envoyer à nouveau.`,
  fileChanged: (p) =>
    `${p.path} a changé pendant l’envoi, le téléversement a donc été arrêté. Il est renvoyé tel qu’il est maintenant.`,
  unknownAccount: (p) => `Le compte « ${p.id} » n’existe plus. Choisissez un autre compte.`,
};
