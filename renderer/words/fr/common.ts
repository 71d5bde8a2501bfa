/** French for what every place says. */
import type { english } from '../common.ts';
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';

const counted = countingIn('fr');

export const words: Translation<typeof english> = {
  uploads: 'Téléversements',
  apps: 'Apps de test',
  folders: 'Dossiers',
  push: 'Notifications push',
  places: 'Rubriques',
  running: (count) => `${counted(count, 'téléversement', 'téléversements')} en cours`,
  failed: (count) =>
    counted(count, 'téléversement demande votre attention', 'téléversements demandent votre attention'),
  unreachable: (count) => counted(count, 'dossier injoignable', 'dossiers injoignables'),
  search: 'Rechercher',
  searchIn: (place) => `Rechercher : ${place}`,
  clearSearch: 'Effacer la recherche',
  close: 'Fermer',
  cancel: 'Annuler',
  save: 'Enregistrer',
  retry: 'Réessayer',
  undo: 'Annuler',
  more: 'Autres actions',
  moreFor: (name) => `Autres actions pour ${name}`,
  copy: 'Copier',
  copied: 'Copié',
  understood: 'Compris',
  showInFolder: 'Afficher dans le dossier',
  details: 'Détails',
  loading: 'Chargement…',
  nothingFound: 'Aucun résultat',
  nothingFoundFor: (search) => `Rien ici ne correspond à « ${search} ».`,
  notLoaded: 'Le chargement a échoué',
  dropHere: 'Déposez des builds pour les téléverser',
  dropHint: 'fichiers .ipa et .apk',
  hostGone: 'Slipway ne répond pas. Ce qui est affiché n’est peut-être plus à jour ; nouvel essai en cours.',
  hostDoesNotAnswer: 'Slipway ne répond pas. Vérifiez qu’il fonctionne encore, puis réessayez.',
  sessionOver: 'Cette page n’est plus reliée à Slipway.',
  sessionTitle: 'Cette page a besoin d’un nouveau lien',
  sessionText:
    'Un lien vers Slipway ne sert qu’une fois, et cette page n’a pas de session (ou Slipway a redémarré depuis). Dans le terminal où Slipway s’exécute, ouvrez le dernier lien affiché, ou redémarrez-le :',
  sessionCommand: 'npm start',
  crashedTitle: 'Cette fenêtre ne fonctionne plus',
  crashedText: 'Les téléversements continuent en arrière-plan. Rechargez la fenêtre pour les voir.',
  reload: 'Recharger',
  copyRefused: 'Le navigateur n’a pas permis la copie. Sélectionnez le texte et copiez-le vous-même.',
  linkRefused: 'Seuls les liens https et http peuvent être ouverts.',
  unexpectedAnswer: (status) =>
    `Slipway a répondu d’une façon que cette page ne connaît pas (${status}). Rechargez la page.`,
  unexpected: (text) => `Une erreur inattendue s’est produite : ${text}. Merci de la signaler.`,
  platform: {
    android: 'Android',
    ios: 'iOS',
    tvos: 'tvOS',
    watchos: 'watchOS',
    visionos: 'visionOS',
    macos: 'macOS',
  },
  area: { testingdist: 'Distribution de test', appstore: 'Store' },
  settings: 'Réglages',
  offline: {
    shown: (when) =>
      `Pas de réseau. Dernière lecture : ${when} ; la prochaine se fera au retour du réseau. D’ici là, rien ne peut être modifié.`,
    nothing: 'Pas de réseau. La lecture se fera dès son retour.',
  },
  shownFrom: (when) => `Dernière lecture : ${when}.`,
  triedAgain: 'De nouveaux essais se font d’eux-mêmes.',
  notUndone: (what) => `L’annulation n’a pas abouti : ${what}`,
  dropInto: (name) => `Déposez des builds pour les ajouter à ${name}`,
  dropInStore: 'Déposez des builds pour les téléverser dans le Store',
  service: 'Service intégré',
  serviceState: {
    stopped: 'arrêté',
    starting: 'démarrage',
    running: 'en marche',
    stopping: 'arrêt en cours',
    failed: 'n’a pas démarré',
  },
  store: 'Store',
};
