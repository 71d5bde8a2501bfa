/** French for Store. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../store.ts';

const counted = countingIn('fr');

export const words: Translation<typeof english> = {
  list: 'Profils Store',
  itemsOf: (name) => `Builds de ${name}`,
  back: 'Tous les profils Store',
  countProfiles: (count, shown) => counted(count, 'profil', 'profils', shown),
  countItems: (count, shown) => counted(count, 'build', 'builds', shown),
  downloads: (count, shown) => counted(count, 'téléchargement', 'téléchargements', shown),
  noItems: 'Pas encore de build',
  available: 'Disponible',
  off: 'Désactivé',
  offHint: 'Désactivé sur le service, personne ne peut donc l’installer.',
  ios: 'iOS',
  android: 'Android',
  otherPlatform: (type) => `Type nº ${type}`,
  upload: 'Téléverser vers le Store…',
  addBuild: 'Ajouter un build…',
  showItems: 'Afficher les builds',
  edit: 'Modifier…',
  details: 'Détails',
  copyLink: 'Copier le lien',
  openPage: 'Ouvrir la page',
  copyFileLink: 'Copier le lien du fichier',
  noLink: 'Le service n’indique pas de page pour cela.',
  removeProfile: 'Supprimer le profil…',
  removeItem: 'Supprimer le build…',
  description: 'Description',
  noDescription: 'Pas encore de description.',
  page: 'Page',
  iosPage: 'Page iOS',
  androidPage: 'Page Android',
  builds: 'Builds',
  iosVersion: 'iOS',
  androidVersion: 'Android',
  itemCount: 'En tout',
  identifier: 'Identifiant',
  profileNumber: 'Numéro de profil',
  created: 'Créé',
  changed: 'Modifié',
  profile: 'Profil',
  name: 'Nom',
  platform: 'Plateforme',
  version: 'Version',
  size: 'Taille',
  uploaded: 'Téléversé',
  downloaded: 'Téléchargements',
  itemNumber: 'Numéro de build',
  uniqueId: 'Identifiant unique',
  signIn: 'Ce que demande sa page',
  signInText:
    'Toute personne qui ouvre une page de ce profil doit donner un nom d’utilisateur et un mot de passe communs.',
  showSignIn: 'Afficher le nom d’utilisateur et le mot de passe',
  hideSignIn: 'Masquer',
  signInGone: 'Ses pages ne demandent plus rien.',
  userName: 'Nom d’utilisateur',
  password: 'Mot de passe',
  copyUserName: 'Copier le nom d’utilisateur',
  copyPassword: 'Copier le mot de passe',
  notGiven: 'Non indiqué',
  editTitle: (name) => `Modifier ${name}`,
  shortDescription: 'Description courte',
  shortDescriptionHint: 'Une ligne, affichée sous le nom.',
  longDescription: 'Description longue',
  saving: 'Enregistrement…',
  changedText: (name) => `${name} a été modifié.`,
  removeItemTitle: (name, version, platform) => `Supprimer ${name} ${version} pour ${platform} ?`,
  removeItemText:
    'Le build, sa page et ses liens disparaissent du Store. Ceux qui l’ont installé le gardent. Cette action est irréversible.',
  removeLastItemText:
    'Le build, sa page et ses liens disparaissent du Store. C’est le seul : le profil reste, sans rien à installer. Ceux qui l’ont installé le gardent. Cette action est irréversible.',
  removeItemButton: 'Supprimer 1 build',
  removeProfileTitle: (name) => `Supprimer ${name} ?`,
  removeProfileText: (items, shown) =>
    items === 0
      ? 'Le profil disparaît du Store avec sa page et sa description. Il n’a aucun build. Cette action est irréversible.'
      : `Le profil disparaît du Store avec sa page et sa description, ainsi que ${items === 1 ? 'son seul build' : `ses ${shown} builds`} et tous les liens vers eux. Ceux qui en ont installé un le gardent. Cette action est irréversible.`,
  removeProfileButton: (items, shown) =>
    items === 0
      ? 'Supprimer le profil'
      : `Supprimer le profil et ${counted(items, 'build', 'builds', shown)}`,
  deleting: 'Suppression…',
  emptyTitle: 'Les profils Store apparaissent ici',
  emptyText:
    'Un profil présente une app avec son icône, sa description et ses derniers builds sur sa propre page. Le premier build que vous téléversez vers le Store en crée un.',
  emptyItemsTitle: 'Aucun build',
  emptyItemsText: 'Les builds de ce profil apparaissent ici. Ajoutez-en un, et sa page le propose.',
  noAccountTitle: 'Pas encore de compte',
  noAccountText: 'Les profils Store du compte auquel vous vous connectez apparaissent ici.',
};
