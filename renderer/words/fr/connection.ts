/** French for the connection test. */
import type { english } from '../connection.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  test: 'Tester la connexion',
  testing: 'Test en cours…',
  result: 'Test de connexion',
  signIn: 'Connexion',
  service: 'Le service',
  works: 'Fonctionne',
  wrong: 'Ne fonctionne pas',
  notTried: 'Pas encore essayé',
  allWorks: 'Tout fonctionne : Slipway peut se connecter, et le service le laisse entrer.',
  parts: {
    name: 'L’adresse est introuvable',
    port: 'Personne n’écoute à cette adresse',
    network: 'L’adresse est injoignable',
    certificate: 'Le certificat n’est pas fiable',
    proxy: 'Le proxy ne laisse pas passer',
    address: 'Ce n’est pas un service de distribution',
    client: 'Identifiant ou secret client',
    user: 'Nom d’utilisateur ou mot de passe',
    scope: 'La portée',
    'sign-in': 'La connexion dans son ensemble',
    entrance: 'Connecté, mais pas admis',
    mode: 'Le type de réponses',
    service: 'Le service lui-même a un problème',
  },
  help: {
    user: 'Certains services disent la même chose quand l’identifiant ou le secret client est faux.',
    certificate: 'Un certificat de votre entreprise peut être approuvé dans Réglages, Réseau.',
    proxy: 'Les proxys se règlent dans Réglages, Réseau.',
  },
  offline: 'Cet ordinateur n’a pas de réseau en ce moment ; cela ne dit donc rien du compte.',
  saveAnyway: 'Enregistrer quand même',
  saveAnywayHint:
    'La connexion fonctionne, le compte peut donc être enregistré ; les builds attendent que le service fonctionne aussi.',
};
