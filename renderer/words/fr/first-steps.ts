/** French for the first steps. */
import type { english } from '../first-steps.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  step: (number, of) => `Étape ${number} sur ${of}`,
  accountTitle: 'Où doivent aller les builds ?',
  accountText:
    'Slipway téléverse les builds terminés vers un service de distribution et prévient vos testeurs.',
  signIn: 'Se connecter à un service…',
  signInText:
    'Votre entreprise ou un fournisseur en gère un. Il vous faut ses adresses, un nom d’utilisateur et un identifiant client.',
  builtIn: 'Utiliser le service intégré sur cet ordinateur',
  builtInText: 'Aucune inscription. Les builds et les messages restent sur cet ordinateur.',
  starting: 'Démarrage…',
  lookAround: 'D’abord jeter un œil',
  lookAroundText:
    'Rien n’est configuré. Ces étapes vous attendent dans les Réglages et dans Téléversements, tant qu’il est vide.',
  folderTitle: 'Où apparaissent vos builds ?',
  folderText: 'Slipway surveille un dossier et téléverse chaque .ipa ou .apk terminé qui s’y trouve.',
  looking: 'Recherche de projets…',
  projects: 'Projets trouvés sur cet ordinateur',
  moreProjects: (count) => `En afficher ${count} de plus`,
  inProject: (project) => `Ce qu’il faut surveiller dans ${project}`,
  everything: 'Ce dossier et tous ses sous-dossiers',
  everythingText: 'Chaque build terminé est pris, où qu’il s’y trouve.',
  notYet: 'Il est créé par le premier build ; Slipway l’attend.',
  other: 'Un autre dossier',
  otherHint: 'Le dossier où votre compilateur écrit, ou le dossier d’un projet.',
  browserHint: 'Le chemin complet sur l’ordinateur où Slipway s’exécute.',
  choose: 'Choisir…',
  fits: 'Ce qu’il faut y surveiller',
  nothingChosen: 'Choisissez un projet ou saisissez un dossier.',
  outcome: (account) =>
    `Les builds terminés vont dans la distribution de test de « ${account} » et sont activés. Personne n’est encore prévenu : cela et tout le reste se change dans Dossiers.`,
  watch: 'Surveiller ce dossier',
  waitInstead: 'Le surveiller dès qu’il existe',
  later: 'Pas maintenant',
  again: 'Premiers pas…',
};
