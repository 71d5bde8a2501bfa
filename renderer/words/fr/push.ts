/** French for Push and its part Project. */
import { countingIn } from '../counting.ts';
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

const counted = countingIn('fr');

export const words: Translation<typeof english> = {
  tabs: {
    project: 'Projet',
    mapping: 'Fichier de correspondance',
    simulator: 'Simulateur',
    messages: 'Messages',
  },
  parts: 'Parties de Notifications push',
  emptyTitle: 'Ce qui manque à un projet pour recevoir des notifications apparaît ici',
  emptyText:
    'Choisissez un dossier de projet, celui qui contient « config ». Rien n’y est modifié sans votre accord.',
  folder: 'Dossier du projet',
  folderHint: 'Le chemin complet sur l’ordinateur où Slipway s’exécute.',
  folderMissing: 'Saisissez ou choisissez un dossier.',
  choose: 'Choisir…',
  check: 'Vérifier',
  checkAgain: 'Vérifier à nouveau',
  otherProject: 'Autre projet…',
  recent: 'Vérifiés récemment',
  forget: (folder) => `Oublier ${folder}`,
  rulesOf: (folder) => `Règles de ${folder}`,
  countFailed: (count, shown) => counted(count, 'règle enfreinte', 'règles enfreintes', shown),
  countOpen: (_count, shown) => `${shown} sans réponse`,
  countMet: (count, shown) => counted(count, 'respectée', 'respectées', shown),
  compare: 'Comparer à un build ou à un message',
  compareText:
    'Un build terminé montre son profil, sa permission et son niveau cible. Un message nomme l’icône et le son à chercher.',
  chooseBuild: 'Choisir un build…',
  buildName: 'Build choisi :',
  withoutBuild: 'Comparer sans ce build',
  message: 'Données reçues (JSON)',
  messageHint: 'Par exemple {"data": {"notification": {"icon": "bell", "sound": "ding.wav"}}}',
  useMessage: 'Utiliser ce message',
  verdict: { pass: 'Respectée', fail: 'Enfreinte', 'cannot-tell': 'Sans réponse' },
  at: (line, column) => `ligne ${line}, colonne ${column}`,
  show: 'Afficher',
  showFile: (file) => `Afficher ${file} dans son dossier`,
  edit: 'Modifier',
  editAt: (line) => `Modifier la ligne ${line} du fichier de correspondance`,
  fix: 'Corriger…',
  fixOf: (rule) => `Corriger : ${rule}`,
  apply: { make: 'Créer 1 fichier', change: 'Modifier 1 fichier', rename: 'Renommer 1 fichier' },
  changing: 'Modification…',
  changes: {
    make: (file) => `${file} est créé :`,
    change: (file) => `Dans ${file} :`,
  },
  renames: (file, to) => `${file} devient ${to}.`,
  changedLines: 'Lignes modifiées',
  line: { same: 'Inchangée :', added: 'Ajoutée :', removed: 'Supprimée :' },
  fixed: (file) => `${file} a été modifié.`,
  rules: {
    'mapping-file': {
      title: 'Le fichier de correspondance est à sa place',
      why: 'Le gestionnaire lit config/Android/pushnotification.json et rien d’autre.',
    },
    mapping: {
      title: 'Le fichier de correspondance est utilisable',
      why: 'Il dit sous quelles clés arrivent titre, texte, icône et canal. Ce qu’il ne nomme pas n’est pas affiché.',
    },
    icon: {
      title: 'L’icône est parmi les images, et son nom n’a pas d’extension',
      why: 'Android trouve une image par son nom seul. S’il n’en trouve pas, l’icône de l’app est affichée.',
    },
    'sender-id': {
      title: 'Le projet nomme son identifiant d’expéditeur',
      why: 'Les appareils Android s’inscrivent avec lui. Sans lui, il n’y a pas de jeton.',
    },
    entitlements: {
      title: 'iOS : app.entitlements permet à l’app de recevoir des notifications',
      why: 'Le fichier doit porter exactement ce nom, et aps-environment doit valoir development ou production.',
    },
    sounds: {
      title: 'iOS : le dossier des sons ne contient que des fichiers WAV',
      why: 'Tout ce qui est dans config/resources est pris pour un son. Un autre format n’est pas joué.',
    },
    permission: {
      title: 'Android 13 : le manifeste déclare la permission',
      why: 'À partir du niveau d’API 33, rien n’est affiché sans POST_NOTIFICATIONS, que l’app demande aussi à l’exécution. En dessous, elle ne doit faire ni l’un ni l’autre.',
    },
    published: {
      title: 'Les notifications n’arrivent que dans les builds publiés',
      why: 'Un émulateur ne reçoit pas de jeton, et une icône à soi demande un build publié, quoi que dise le projet.',
    },
    'build-entitlement': {
      title: 'Le profil du build permet les notifications comme le dit le projet',
      why: 'Sur l’appareil, c’est le profil avec lequel le build a été signé qui compte.',
    },
    'build-permission': {
      title: 'Le build déclare la permission comme le dit le projet',
      why: 'Des étapes de compilation peuvent ajouter ou retirer ce que dit le manifeste du projet.',
    },
    'build-target': {
      title: 'Le niveau cible du build et la permission vont ensemble',
      why: 'À partir du niveau cible 33, l’app demande elle-même la permission ; en dessous, le système la demande de lui-même.',
    },
  },
};
