/** French for the command palette. */

import type { Translation } from '../in-language.ts';
import type { english } from '../palette.ts';

export const words: Translation<typeof english> = {
  title: 'Trouver une action, une app ou un build',
  field: 'Trouver une action, une app ou un build…',
  nothing: (text) => `Aucune action, aucune app et aucun build ne s’appelle « ${text} ».`,
  reading: 'Recherche…',
  groups: {
    here: 'Ici',
    actions: 'Toutes les actions',
    places: 'Rubriques',
    apps: 'Les apps',
    uploads: 'Téléversements',
  },
  goTo: (place) => `Aller à ${place}`,
  control: 'Ctrl',
  shift: 'Maj',
  searchHere: 'Rechercher ici',
  retryFailed: 'Réessayer tous les téléversements en échec',
  undo: (what) => `Annuler : ${what}`,
  chooseAccount: (name) => `Utiliser le compte ${name}`,
  signIn: (name) => `Se connecter à « ${name} »`,
  editAccount: (name) => `Modifier le compte ${name}…`,
  startService: 'Démarrer le service intégré',
  stopService: 'Arrêter le service intégré',
  copyServiceAddress: 'Copier l’adresse du service intégré',
  showUploads: (which) => `Afficher les téléversements : ${which}`,
};
