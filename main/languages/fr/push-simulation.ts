/** French for the simulator, messages that are sent, and JSON that is none. */
import type { pushSimulation as english } from '../push-simulation.ts';

export const pushSimulation: Readonly<Record<(typeof english)[number], string>> = {
  // JSON
  'Something follows the end of the JSON. Remove it.': 'Quelque chose suit la fin du JSON. Retirez-le.',
  'It is nested too deeply.': 'L’imbrication est trop profonde.',
  'The text ends early; a value is missing.': 'Le texte se termine trop tôt ; il manque une valeur.',
  'A name in double quotes is expected here.': 'Un nom entre guillemets doubles est attendu ici.',
  'A colon is expected after the name.': 'Un deux-points est attendu après le nom.',
  'A comma or {close} is expected in this {what}.': 'Une virgule ou {close} est attendue dans {what}.',
  object: 'cet objet',
  array: 'cette liste',
  'Remove the comma before {close}.': 'Retirez la virgule avant {close}.',
  'The text in quotes is not closed.': 'Le texte entre guillemets n’est pas fermé.',
  'A backslash here stands before a wrong letter.':
    'Ici, une barre oblique inverse précède une mauvaise lettre.',
  'Text, a number, true, false, null, { or [ is expected here. Text stands in double quotes.':
    'Du texte, un nombre, true, false, null, { ou [ est attendu ici. Le texte est entre guillemets doubles.',
  // A message that is sent
  'it is no JSON object': 'ce n’est pas un objet JSON',
  'it has no object “data”': 'il n’a pas d’objet « data »',
  'it has no object “data.notification”': 'il n’a pas d’objet « data.notification »',
  '“to” must be a device token or a topic': '« to » doit être le jeton d’un appareil ou un sujet',
  '“to” holds white space, which no token and no topic has':
    '« to » contient des espaces, ce qu’aucun jeton ni sujet n’a',
  'the name of the topic may hold only letters, digits and - . _ ~ %':
    'le nom du sujet ne peut contenir que des lettres sans accent, des chiffres et - . _ ~ %',
  '{path} is null and left out.': '{path} est null et n’est pas envoyé.',
  '{path} was {kind} and is sent as the text {quoted}.':
    '{path} était {kind} et est envoyé comme texte {quoted}.',
  'a list': 'une liste',
  'an object': 'un objet',
  'a boolean': 'une valeur vraie ou fausse',
  'a number': 'un nombre',
  '{names} beside “to” and “data” is not sent.': '{names} à côté de « to » et « data » n’est pas envoyé.',
  'The data has {bytes} bytes; providers refuse more than {mostBytes}.':
    'Les données font {bytes} octets ; les fournisseurs en refusent plus de {mostBytes}.',
  'Enter a name for the sender.': 'Saisissez un nom pour l’expéditeur.',
  'it is no JSON': 'ce n’est pas du JSON',
  'these are missing or wrong in it: {wrong}': 'ces indications y manquent ou sont fausses : {wrong}',
  'its private_key is no key in PEM form': 'sa private_key n’est pas une clé au format PEM',
  // What the handler takes, and why
  'Taken from the key "{key}".': 'Pris de la clé « {key} ».',
  'Taken from the key "{key}"{note}.': 'Pris de la clé « {key} »{note}.',
  ', where a {kind} stands; on its way it becomes text':
    ', où se trouve {kind} ; en chemin, cela devient du texte',
  number: 'un nombre',
  'true or false': 'true ou false',
  'The mapping names no key for {path}': 'La correspondance ne nomme aucune clé pour {path}',
  'The received data has no key "{key}"': 'Les données reçues n’ont pas de clé « {key} »',
  'The key "{key}" does not hold text': 'La clé « {key} » ne contient pas de texte',
  'The key "{key}" holds no name': 'La clé « {key} » ne contient pas de nom',
  'The key "{key}" holds no title': 'La clé « {key} » ne contient pas de titre',
  '"{text}" has an ending. The icon is looked up by its name without one, so it is not found and the app\'s own icon is shown.':
    '« {text} » a une extension. L’icône est cherchée par son nom sans extension ; elle n’est donc pas trouvée et celle de l’app s’affiche.',
  '"{text}" is not a whole number and so no channel\'s id: no channel is deleted.':
    '« {text} » n’est pas un nombre entier, donc pas l’identifiant d’un canal : aucun canal n’est supprimé.',
  '"{text}" is not the name of a .wav file, so there is no sound.':
    '« {text} » n’est pas le nom d’un fichier .wav, donc il n’y a pas de son.',
  '"{text}" is not a whole number': '« {text} » n’est pas un nombre entier',
  '"{text}" is not one of the numbers 1 to 5': '« {text} » n’est pas un nombre de 1 à 5',
  '{reason}, so the notification has no title.': '{reason}, donc la notification n’a pas de titre.',
  '{reason}, so the notification has no text.': '{reason}, donc la notification n’a pas de texte.',
  "{reason}, so the app's own icon is shown.": '{reason}, donc l’icône de l’app s’affiche.',
  '{reason}, so the default channel is used.': '{reason}, donc le canal par défaut est utilisé.',
  '{reason}, so the default title is used.': '{reason}, donc le titre par défaut est utilisé.',
  '{reason}, so the importance is {value}.': '{reason}, donc l’importance est {value}.',
  '{absence}, so no channel is deleted.': '{absence}, donc aucun canal n’est supprimé.',
  '{absence}, so a badge is shown.': '{absence}, donc une pastille s’affiche.',
  '{absence}, so there is no custom sound.': '{absence}, donc il n’y a pas de son propre.',
  'iOS has no channels': 'iOS n’a pas de canaux',
  'iOS has no channels.': 'iOS n’a pas de canaux.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}, so this is ignored.':
    'Les canaux existent à partir d’Android 8 (niveau d’API {first}) ; ceci est le niveau {level}, donc c’est ignoré.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}.':
    'Les canaux existent à partir d’Android 8 (niveau d’API {first}) ; ceci est le niveau {level}.',
  '{why}, so this is ignored.': '{why}, donc ceci est ignoré.',
  'Only "false" turns the badge off; "{text}" does not.':
    'Seul « false » désactive la pastille ; « {text} » ne le fait pas.',
  'The sound is for iOS; on Android the channel decides.':
    'Le son est pour iOS ; sur Android, c’est le canal qui décide.',
  // What is seen and heard, and why
  'The person has not allowed the app to notify.': 'La personne n’a pas autorisé les notifications de l’app.',
  'From level {level} on nothing is shown without the permission, and it was not granted.':
    'À partir du niveau {level}, rien ne s’affiche sans l’autorisation, et elle n’a pas été accordée.',
  'The person has switched the app’s notifications off.':
    'La personne a désactivé les notifications de l’app.',
  'Badges exist from Android 8 (API level {level}) on.':
    'Les pastilles existent à partir d’Android 8 (niveau d’API {level}).',
  'It is shown in the shade.': 'Elle s’affiche dans le volet.',
  'It is shown on the lock screen.': 'Elle s’affiche sur l’écran verrouillé.',
  'Its priority is the ordinary one, which shows no banner.':
    'Sa priorité est l’ordinaire, qui n’affiche pas de bannière.',
  'The device’s own sound is played.': 'Le son de l’appareil est joué.',
  'The channel {id} has importance {importance}: it is folded up at the end of the shade.':
    'Le canal {id} a l’importance {importance} : elle est repliée à la fin du volet.',
  'The channel {id} has importance {importance}: it is not shown on the lock screen.':
    'Le canal {id} a l’importance {importance} : elle ne s’affiche pas sur l’écran verrouillé.',
  'The channel {id} has importance {importance}: a banner slides in.':
    'Le canal {id} a l’importance {importance} : une bannière apparaît.',
  'The channel {id} has importance {importance}: no banner, which takes 4 or 5.':
    'Le canal {id} a l’importance {importance} : pas de bannière, il faut 4 ou 5.',
  'The channel {id} has importance {importance}: the device’s own sound is played.':
    'Le canal {id} a l’importance {importance} : le son de l’appareil est joué.',
  'The channel {id} has importance {importance}: it is silent, sound takes 3 or more.':
    'Le canal {id} a l’importance {importance} : elle est silencieuse, le son demande 3 ou plus.',
  'iOS always shows the app’s own icon.': 'iOS affiche toujours l’icône de l’app.',
  'There is neither a title nor a text to show.': 'Il n’y a ni titre ni texte à afficher.',
  'iOS shows it by itself, because the app is not in the foreground.':
    'iOS l’affiche de lui-même, car l’app n’est pas au premier plan.',
  'The app is in the foreground and asked for ALERT.': 'L’app est au premier plan et a demandé ALERT.',
  'The app is in the foreground and did not ask for ALERT.':
    'L’app est au premier plan et n’a pas demandé ALERT.',
  'The app is in the foreground, so the screen is not locked.':
    'L’app est au premier plan, donc l’écran n’est pas verrouillé.',
  'The app asked for no presentation at all.': 'L’app n’a demandé aucune présentation.',
  'The app is in the foreground and did not ask for SOUND.':
    'L’app est au premier plan et n’a pas demandé SOUND.',
  'An icon of one’s own appears in published builds only.':
    'Une icône propre n’apparaît que dans les builds publiés.',
  'Pushes arrive only in published builds, not in the emulator.':
    'Les notifications push n’arrivent que dans les builds publiés, pas dans l’émulateur.',
  'It arrives while the app is in the foreground; what it returns decides how it is presented.':
    'Elle arrive pendant que l’app est au premier plan ; ce que celle-ci renvoie décide de la présentation.',
  'It arrives in the foreground with userNotificationEnabled; what it returns decides how it is presented.':
    'Elle arrive au premier plan avec userNotificationEnabled ; ce que l’app renvoie décide de la présentation.',
  'It arrives while the app runs in the foreground; what it returns counts on iOS only.':
    'Elle arrive pendant que l’app s’exécute au premier plan ; ce que celle-ci renvoie ne compte que sur iOS.',
  'It arrives while the app runs in the background; what it returns counts on iOS only.':
    'Elle arrive pendant que l’app s’exécute en arrière-plan ; ce que celle-ci renvoie ne compte que sur iOS.',
  'The person taps the notification.': 'La personne touche la notification.',
  'The app comes to the foreground first.': 'L’app passe d’abord au premier plan.',
  'The reference knows messages of data only, and does not say what iOS is given to show while the app is not in the foreground. This is what the mapping asks for; with data only, a device may show nothing until the app runs.':
    'La référence ne connaît que des messages de données et ne dit pas ce qu’iOS reçoit à afficher quand l’app n’est pas au premier plan. Voici ce que demande la correspondance ; avec des données seules, un appareil peut ne rien afficher tant que l’app ne s’exécute pas.',
  // Channels
  'There is no channel {id}, so none is deleted.': 'Il n’y a pas de canal {id}, donc aucun n’est supprimé.',
  'The channel {id} is deleted, and what was shown in it goes with it.':
    'Le canal {id} est supprimé, et ce qui y était affiché avec lui.',
  'The channel {id} is made, with importance {importance}.':
    'Le canal {id} est créé, avec l’importance {importance}.',
  'The channel {id} was deleted before; it comes back as it was.':
    'Le canal {id} avait été supprimé ; il revient tel qu’il était.',
  'The channel {id} is there already.': 'Le canal {id} existe déjà.',
  'The channel {id} is there already and takes the new title or the lower importance.':
    'Le canal {id} existe déjà et prend le nouveau titre ou l’importance plus basse.',
  'Its importance stays {importance}: an app can lower it later, but not raise it.':
    'Son importance reste {importance} : une app peut la baisser plus tard, mais pas l’augmenter.',
};
