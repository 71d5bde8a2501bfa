/** French for the part Mapping file of Push. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../push-mapping.ts';

const counted = countingIn('fr');

export const words: Translation<typeof english> = {
  emptyTitle: 'Le fichier de correspondance apparaît ici, en formulaire et en texte',
  emptyText:
    'Il dit quelles clés d’un message reçu contiennent le titre, le texte, l’icône et le reste. Ouvrez pushnotification.json, ou écrivez-en un nouveau.',
  ofProject: (folder) => `Ouvrir celui de ${folder}`,
  open: 'Ouvrir…',
  openTitle: 'Ouvrir un fichier de correspondance',
  openButton: 'Ouvrir',
  newFile: 'Nouveau fichier',
  paste: 'Coller un texte',
  untitled: 'Nouveau fichier de correspondance',
  unsaved: 'Non enregistré',
  saved: 'Enregistré',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  saveAs: 'Enregistrer sous…',
  saveTitle: 'Enregistrer le fichier de correspondance',
  closeFile: 'Fermer le fichier',
  path: 'Fichier',
  pathHint: 'Le chemin complet sur l’ordinateur où Slipway s’exécute ; il se termine par .json.',
  pathMissing: 'Saisissez le chemin d’un fichier.',
  chooseProject: 'Choisir le dossier du projet…',
  putAway: (path) =>
    path === null
      ? 'Un nouveau fichier a été mis de côté sans être enregistré'
      : `Les modifications de ${path} ont été mises de côté`,
  changedOnDisk: 'Le fichier a été modifié par autre chose depuis son ouverture.',
  load: 'Recharger',
  replace: 'Garder le mien',
  replaceHint: '« Garder le mien » remplacera ce qui est sur le disque au prochain enregistrement.',
  form: 'Formulaire',
  text: 'Texte',
  textLabel: 'Texte du fichier de correspondance',
  problems: 'À vérifier',
  countProblems: (count) => counted(count, 'endroit à vérifier', 'endroits à vérifier'),
  noProblems: 'Rien à corriger.',
  problemAt: (line, column) => `Ligne ${line}, colonne ${column}`,
  severity: { error: 'Erreur', warning: 'Remarque' },
  notMapped: 'sans clé',
  goTo: (property) => `Afficher ${property} dans le texte`,
  notEditable: 'Le formulaire est utilisable dès que le texte est un objet JSON. Corrigez d’abord le texte.',
  versions: {
    right: 'Elle vaut "2", comme il se doit.',
    wrong: 'Elle doit être le texte "2".',
    missing: 'Elle manque et doit être le texte "2".',
    older: 'C’est une forme plus ancienne.',
  },
  setVersion: 'Mettre à "2"',
  older: {
    'data-paths':
      'La forme la plus ancienne : chaque propriété mène à sa clé par « data », et il n’y a pas de « notification ». Elle vaut toujours comme version 2, avec les noms les plus intérieurs pour clés.',
    'v21-channels':
      'La forme ancienne : « configuration_version » manque ou est inférieure à 2, et les clés du canal sont sous « v21 ». Elle vaut toujours comme version 2.',
    flat: 'Une forme plus ancienne : « configuration_version » manque ou est inférieure à 2. Elle vaut toujours comme version 2, avec les mêmes clés.',
  },
  convert: 'Convertir en version 2',
  converted: 'Le fichier a été converti en version 2',
  others: 'Inconnu du gestionnaire',
  othersText: 'Le gestionnaire les ignore. Ils restent dans le fichier tant que vous ne les retirez pas.',
  rename: (property) => `Faire de ${property} une propriété`,
  renameChoice: 'Devrait être…',
  remove: (property) => `Retirer ${property}`,
  removed: (property) => `${property} a été retiré du texte`,
  meaning: {
    title: 'La première ligne, en gras, de la notification.',
    body: 'Le texte sous le titre.',
    icon: 'Le nom d’une image de l’app, sans extension. Visible seulement dans les builds Android publiés.',
    channelId:
      'Le numéro du canal Android auquel appartient le message. Sans lui, le canal par défaut est utilisé (Android 8 et suivants).',
    channelIdTitle: 'Le nom du canal dans les réglages du téléphone.',
    channelIdImportance:
      'À quel point le canal peut déranger, de 1 à 5 : son à partir de 3, bannière à partir de 4.',
    deleteChannelId: 'Le numéro d’un canal à supprimer du téléphone.',
    showBadge: 'Si l’icône de l’app reçoit un point ; seul le texte « false » le désactive.',
    sound: 'iOS : le nom d’un fichier .wav parmi les ressources de l’app. Tout autre reste muet.',
  },
};
