/** French for Test apps. */
import type { english, englishRecipients } from '../apps.ts';
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';

const counted = countingIn('fr');

export const words: Translation<typeof english> = {
  list: 'Apps de test',
  versionsOf: (name) => `Versions de ${name}`,
  back: 'Toutes les apps de test',
  noVersion: 'Pas encore de version',
  active: 'Active',
  inactive: 'Inactive',
  countVersions: (count, shown) => counted(count, 'version', 'versions', shown),
  countActive: (shown) => `Actives : ${shown}`,
  countApps: (count, shown) => counted(count, 'app', 'apps', shown),
  switchOn: (version) => `${version} est active`,
  send: 'Envoyer…',
  sendTitle: (name, version) => `Envoyer ${name} ${version}`,
  sendButton: 'Envoyer',
  asLastTime: 'Les mêmes personnes que la dernière fois sont choisies.',
  startEmpty: 'Partir de zéro',
  sendingNow: 'Envoi…',
  sendOff: 'Cette version est inactive. Les testeurs ne pourront l’installer qu’une fois activée.',
  nobodyChosen: 'Choisissez au moins une équipe, une personne ou une adresse.',
  badAddresses: (bad) =>
    bad.length === 1
      ? `« ${bad[0]} » n’est pas une adresse e-mail. Corrigez-la ou retirez-la d’abord.`
      : `Ce ne sont pas des adresses e-mail : ${bad.map((each) => `« ${each} »`).join(', ')}. Corrigez-les ou retirez-les d’abord.`,
  never: 'Pas encore envoyée',
  sentTo: (shown) => `Envoyée à ${shown}`,
  downloadedBy: (shown) => `téléchargée par ${shown}`,
  openedBy: (shown) => `ouverte par ${shown}`,
  status: ['Ajouté, pas encore envoyé', 'Envoyé, pas encore ouvert', 'Ouvert', 'Téléchargé'],
  statusUnknown: (number) => `État ${number}`,
  who: 'Qui l’a reçue',
  nobodyYet: 'Personne pour l’instant.',
  reach: ['Donnée à', 'Envoyée', 'Ouverte', 'Téléchargée'],
  sentAt: (when) => `Envoi : ${when}`,
  downloadedAt: (when) => `Téléchargement : ${when}`,
  downloads: (count, shown) => counted(count, 'téléchargement', 'téléchargements', shown),
  showAll: (shown) => `Tout afficher (${shown})`,
  note: 'Note de version',
  size: 'Taille',
  uploaded: 'Téléversée',
  lastSent: 'Dernier envoi',
  platform: 'Plateforme',
  file: 'Fichier',
  uniqueName: 'Identifiant',
  versionNumber: 'Numéro de version',
  copyLink: 'Copier le lien d’installation',
  openLink: 'Ouvrir la page d’installation',
  link: 'Lien d’installation',
  copyShort: 'Copier le lien',
  openShort: 'Ouvrir la page',
  qrCode: (name) => `Code QR du lien d’installation de ${name}`,
  scan: 'Scannez le code avec un téléphone pour installer exactement cette version.',
  onlyHere: 'Ce lien mène à cet ordinateur : un téléphone ne peut pas l’ouvrir.',
  noLink:
    'Ce service n’a pas de page d’installation que Slipway connaisse. Ajoutez un modèle de lien au compte pour en avoir une.',
  removeVersion: 'Supprimer la version…',
  removeApplication: 'Supprimer l’app…',
  removeVersionTitle: (name, version) => `Supprimer ${name} ${version} ?`,
  removeVersionsTitle: (name, shown) => `Supprimer ${shown} versions de ${name} ?`,
  removeVersionsText: (count) =>
    count === 1
      ? 'Le build et son lien d’installation disparaissent du service. Cette action est irréversible.'
      : 'Ces builds et leurs liens d’installation disparaissent du service. Cette action est irréversible.',
  removeVersionsButton: (count, shown) => `Supprimer ${counted(count, 'version', 'versions', shown)}`,
  removeApplicationTitle: (name) => `Supprimer ${name} ?`,
  removeApplicationText: (count) =>
    count === 0
      ? 'L’app disparaît du service. Elle n’a aucune version. Cette action est irréversible.'
      : 'L’app disparaît du service avec ces versions et leurs liens d’installation. Cette action est irréversible.',
  removeApplicationButton: (versions, shown) =>
    versions === 0
      ? 'Supprimer l’app'
      : `Supprimer l’app et ${counted(versions, 'version', 'versions', shown)}`,
  peopleLose: (count, shown, names) =>
    `${counted(count, 'personne a été prévenue et perd', 'personnes ont été prévenues et perdent', shown)} le lien : ${names}. Qui l’a installée la garde.`,
  nobodyLoses: 'Personne n’en a été prévenu.',
  andMoreVersions: (shown) => `et ${shown} de plus`,
  reading: 'Lecture de ce qui disparaît…',
  stillThere: (done, doneShown, all) =>
    `${counted(done, 'version supprimée', 'versions supprimées', doneShown)} sur ${all}. Encore là :`,
  deleting: 'Suppression…',
  emptyTitle: 'Les apps de test apparaissent ici',
  emptyText: 'Le premier build que vous téléversez dans la distribution de test en crée une.',
  noAccountTitle: 'Pas encore de compte',
  noAccountText: 'Les apps de test du compte auquel vous vous connectez apparaissent ici.',
  emptyVersionsTitle: 'Aucune version',
  emptyVersionsText: 'Les versions apparaissent ici dès qu’un build de cette app est téléversé.',
  select: (version) => `Sélectionner ${version}`,
  selected: (shown) => `Sélection : ${shown}`,
  selectionBar: 'Versions sélectionnées',
  activate: 'Activer',
  deactivate: 'Désactiver',
  removeSelected: 'Supprimer…',
  clearSelection: 'Annuler la sélection',
  selectAll: 'Sélectionner toutes les versions',
  isOn: (name, version) => `${name} ${version} est active.`,
  isOff: (name, version) => `${name} ${version} est inactive.`,
  areOn: (shown) => `${shown} versions sont actives.`,
  areOff: (shown) => `${shown} versions sont inactives.`,
  notChanged: (version, reason) => `${version} : ${reason}`,
  dismiss: 'Masquer',
  details: 'Détails',
  showVersions: 'Afficher les versions',
  application: 'App',
};

export const recipientWords: Translation<typeof englishRecipients> = {
  label: 'Destinataires',
  placeholder: 'Équipes, noms ou adresses e-mail',
  hint: 'Collez autant d’adresses que vous voulez, séparées par des espaces, des virgules ou des lignes.',
  teams: 'Équipes',
  people: 'Personnes',
  members: (count) => (count < 2 ? ' membre' : ' membres'),
  remove: (name) => `Retirer ${name}`,
  bad: (name) => `${name}, pas une adresse e-mail`,
  nobody: 'Personne n’est prévenu.',
  summary: (people, shown, names) => `${counted(people, 'personne', 'personnes', shown)} : ${names}`,
  showWho: 'Afficher qui',
  hideWho: 'Masquer qui',
  whoIsAddressed: 'Qui est prévenu',
  notShown: (shown) => `et ${shown} de plus`,
  correct: (text) => `Corriger ${text}`,
  direct: 'choix direct',
  notKnown: 'Une personne qui n’est plus connue',
  andMore: (count) => counted(count, 'autre personne', 'autres personnes'),
  unknownTeam: (id) => `Équipe ${id}`,
  unknownMember: (id) => `Personne ${id}`,
  moreHidden: (count) => `${count} de plus ; tapez pour les trouver`,
};
