/** German for the simulator, messages that are sent, and JSON that is none. */
import type { pushSimulation as english } from '../push-simulation.ts';

export const pushSimulation: Readonly<Record<(typeof english)[number], string>> = {
  // JSON
  'Something follows the end of the JSON. Remove it.':
    'Nach dem Ende des JSON folgt noch etwas. Entfernen Sie es.',
  'It is nested too deeply.': 'Es ist zu tief verschachtelt.',
  'The text ends early; a value is missing.': 'Der Text endet zu früh; ein Wert fehlt.',
  'A name in double quotes is expected here.': 'Hier wird ein Name in doppelten Anführungszeichen erwartet.',
  'A colon is expected after the name.': 'Nach dem Namen wird ein Doppelpunkt erwartet.',
  'A comma or {close} is expected in this {what}.': 'In {what} wird ein Komma oder {close} erwartet.',
  object: 'diesem Objekt',
  array: 'dieser Liste',
  'Remove the comma before {close}.': 'Entfernen Sie das Komma vor {close}.',
  'The text in quotes is not closed.': 'Der Text in Anführungszeichen ist nicht geschlossen.',
  'A backslash here stands before a wrong letter.': 'Hier steht ein Backslash vor einem falschen Buchstaben.',
  'Text, a number, true, false, null, { or [ is expected here. Text stands in double quotes.':
    'Hier wird Text, eine Zahl, true, false, null, { oder [ erwartet. Text steht in doppelten Anführungszeichen.',
  // A message that is sent
  'it is no JSON object': 'sie ist kein JSON-Objekt',
  'it has no object “data”': 'sie hat kein Objekt „data“',
  'it has no object “data.notification”': 'sie hat kein Objekt „data.notification“',
  '“to” must be a device token or a topic': '„to“ muss der Token eines Geräts oder ein Thema sein',
  '“to” holds white space, which no token and no topic has':
    '„to“ enthält Leerraum, den kein Token und kein Thema hat',
  'the name of the topic may hold only letters, digits and - . _ ~ %':
    'der Name des Themas darf nur Buchstaben ohne Umlaute, Ziffern und - . _ ~ % enthalten',
  '{path} is null and left out.': '{path} ist null und wird weggelassen.',
  '{path} was {kind} and is sent as the text {quoted}.':
    '{path} war {kind} und wird als Text {quoted} gesendet.',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  'a boolean': 'ein Wahrheitswert',
  'a number': 'eine Zahl',
  '{names} beside “to” and “data” is not sent.': '{names} neben „to“ und „data“ wird nicht gesendet.',
  'The data has {bytes} bytes; providers refuse more than {mostBytes}.':
    'Die Daten haben {bytes} Byte; Anbieter lehnen mehr als {mostBytes} ab.',
  'Enter a name for the sender.': 'Geben Sie einen Namen für den Absender ein.',
  'it is no JSON': 'sie ist kein JSON',
  'these are missing or wrong in it: {wrong}': 'diese Angaben fehlen darin oder sind falsch: {wrong}',
  'its private_key is no key in PEM form': 'ihr private_key ist kein Schlüssel in PEM-Form',
  // What the handler takes, and why
  'Taken from the key "{key}".': 'Aus dem Schlüssel „{key}“ übernommen.',
  'Taken from the key "{key}"{note}.': 'Aus dem Schlüssel „{key}“ übernommen{note}.',
  ', where a {kind} stands; on its way it becomes text': ', wo {kind} steht; unterwegs wird daraus Text',
  number: 'eine Zahl',
  'true or false': 'true oder false',
  'The mapping names no key for {path}': 'Die Zuordnung nennt für {path} keinen Schlüssel',
  'The received data has no key "{key}"': 'Die empfangenen Daten haben keinen Schlüssel „{key}“',
  'The key "{key}" does not hold text': 'Der Schlüssel „{key}“ enthält keinen Text',
  'The key "{key}" holds no name': 'Der Schlüssel „{key}“ enthält keinen Namen',
  'The key "{key}" holds no title': 'Der Schlüssel „{key}“ enthält keinen Titel',
  '"{text}" has an ending. The icon is looked up by its name without one, so it is not found and the app\'s own icon is shown.':
    '„{text}“ hat eine Endung. Das Symbol wird ohne Endung gesucht, deshalb wird es nicht gefunden und das der App gezeigt.',
  '"{text}" is not a whole number and so no channel\'s id: no channel is deleted.':
    '„{text}“ ist keine ganze Zahl und damit keine Kennung eines Kanals: Es wird kein Kanal gelöscht.',
  '"{text}" is not the name of a .wav file, so there is no sound.':
    '„{text}“ ist nicht der Name einer .wav-Datei, deshalb gibt es keinen Ton.',
  '"{text}" is not a whole number': '„{text}“ ist keine ganze Zahl',
  '"{text}" is not one of the numbers 1 to 5': '„{text}“ ist keine der Zahlen 1 bis 5',
  '{reason}, so the notification has no title.': '{reason}, deshalb hat die Mitteilung keinen Titel.',
  '{reason}, so the notification has no text.': '{reason}, deshalb hat die Mitteilung keinen Text.',
  "{reason}, so the app's own icon is shown.": '{reason}, deshalb wird das Symbol der App gezeigt.',
  '{reason}, so the default channel is used.': '{reason}, deshalb wird der Standardkanal verwendet.',
  '{reason}, so the default title is used.': '{reason}, deshalb wird der Standardtitel verwendet.',
  '{reason}, so the importance is {value}.': '{reason}, deshalb ist die Wichtigkeit {value}.',
  '{absence}, so no channel is deleted.': '{absence}, deshalb wird kein Kanal gelöscht.',
  '{absence}, so a badge is shown.': '{absence}, deshalb wird ein Badge gezeigt.',
  '{absence}, so there is no custom sound.': '{absence}, deshalb gibt es keinen eigenen Ton.',
  'iOS has no channels': 'iOS hat keine Kanäle',
  'iOS has no channels.': 'iOS hat keine Kanäle.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}, so this is ignored.':
    'Kanäle gibt es ab Android 8 (API-Level {first}); dies ist Level {level}, deshalb wird das übergangen.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}.':
    'Kanäle gibt es ab Android 8 (API-Level {first}); dies ist Level {level}.',
  '{why}, so this is ignored.': '{why}, deshalb wird das übergangen.',
  'Only "false" turns the badge off; "{text}" does not.':
    'Nur „false“ schaltet das Badge aus; „{text}“ nicht.',
  'The sound is for iOS; on Android the channel decides.':
    'Der Ton ist für iOS; unter Android entscheidet der Kanal.',
  // What is seen and heard, and why
  'The person has not allowed the app to notify.': 'Die Person hat der App keine Mitteilungen erlaubt.',
  'From level {level} on nothing is shown without the permission, and it was not granted.':
    'Ab Level {level} wird ohne die Berechtigung nichts gezeigt, und sie wurde nicht erteilt.',
  'The person has switched the app’s notifications off.':
    'Die Person hat die Mitteilungen der App ausgeschaltet.',
  'Badges exist from Android 8 (API level {level}) on.': 'Badges gibt es ab Android 8 (API-Level {level}).',
  'It is shown in the shade.': 'Sie wird in der Mitteilungsleiste gezeigt.',
  'It is shown on the lock screen.': 'Sie wird auf dem Sperrbildschirm gezeigt.',
  'Its priority is the ordinary one, which shows no banner.':
    'Ihre Priorität ist die gewöhnliche, die kein Banner zeigt.',
  'The device’s own sound is played.': 'Der Ton des Geräts wird gespielt.',
  'The channel {id} has importance {importance}: it is folded up at the end of the shade.':
    'Der Kanal {id} hat Wichtigkeit {importance}: Sie liegt eingeklappt am Ende der Mitteilungsleiste.',
  'The channel {id} has importance {importance}: it is not shown on the lock screen.':
    'Der Kanal {id} hat Wichtigkeit {importance}: Sie wird auf dem Sperrbildschirm nicht gezeigt.',
  'The channel {id} has importance {importance}: a banner slides in.':
    'Der Kanal {id} hat Wichtigkeit {importance}: Ein Banner gleitet herein.',
  'The channel {id} has importance {importance}: no banner, which takes 4 or 5.':
    'Der Kanal {id} hat Wichtigkeit {importance}: kein Banner, das braucht 4 oder 5.',
  'The channel {id} has importance {importance}: the device’s own sound is played.':
    'Der Kanal {id} hat Wichtigkeit {importance}: Der Ton des Geräts wird gespielt.',
  'The channel {id} has importance {importance}: it is silent, sound takes 3 or more.':
    'Der Kanal {id} hat Wichtigkeit {importance}: Sie ist still, Ton braucht 3 oder mehr.',
  'iOS always shows the app’s own icon.': 'iOS zeigt immer das Symbol der App.',
  'There is neither a title nor a text to show.': 'Es gibt weder einen Titel noch einen Text zu zeigen.',
  'iOS shows it by itself, because the app is not in the foreground.':
    'iOS zeigt sie von selbst, weil die App nicht im Vordergrund ist.',
  'The app is in the foreground and asked for ALERT.': 'Die App ist im Vordergrund und hat ALERT verlangt.',
  'The app is in the foreground and did not ask for ALERT.':
    'Die App ist im Vordergrund und hat ALERT nicht verlangt.',
  'The app is in the foreground, so the screen is not locked.':
    'Die App ist im Vordergrund, der Bildschirm also nicht gesperrt.',
  'The app asked for no presentation at all.': 'Die App hat gar keine Anzeige verlangt.',
  'The app is in the foreground and did not ask for SOUND.':
    'Die App ist im Vordergrund und hat SOUND nicht verlangt.',
  'An icon of one’s own appears in published builds only.':
    'Ein eigenes Symbol erscheint nur in veröffentlichten Builds.',
  'Pushes arrive only in published builds, not in the emulator.':
    'Push-Nachrichten kommen nur in veröffentlichten Builds an, nicht im Emulator.',
  'It arrives while the app is in the foreground; what it returns decides how it is presented.':
    'Sie kommt an, während die App im Vordergrund ist; was diese zurückgibt, entscheidet über die Anzeige.',
  'It arrives in the foreground with userNotificationEnabled; what it returns decides how it is presented.':
    'Sie kommt im Vordergrund mit userNotificationEnabled an; was die App zurückgibt, entscheidet über die Anzeige.',
  'It arrives while the app runs in the foreground; what it returns counts on iOS only.':
    'Sie kommt an, während die App im Vordergrund läuft; was diese zurückgibt, zählt nur unter iOS.',
  'It arrives while the app runs in the background; what it returns counts on iOS only.':
    'Sie kommt an, während die App im Hintergrund läuft; was diese zurückgibt, zählt nur unter iOS.',
  'The person taps the notification.': 'Die Person tippt auf die Mitteilung.',
  'The app comes to the foreground first.': 'Die App kommt zuerst in den Vordergrund.',
  'The reference knows messages of data only, and does not say what iOS is given to show while the app is not in the foreground. This is what the mapping asks for; with data only, a device may show nothing until the app runs.':
    'Die Referenz kennt nur Nachrichten aus Daten und sagt nicht, was iOS zu zeigen bekommt, während die App nicht im Vordergrund ist. Hier steht, was die Zuordnung verlangt; mit Daten allein zeigt ein Gerät vielleicht nichts, bis die App läuft.',
  // Channels
  'There is no channel {id}, so none is deleted.':
    'Einen Kanal {id} gibt es nicht, deshalb wird keiner gelöscht.',
  'The channel {id} is deleted, and what was shown in it goes with it.':
    'Der Kanal {id} wird gelöscht, und was darin gezeigt wurde, mit ihm.',
  'The channel {id} is made, with importance {importance}.':
    'Der Kanal {id} wird angelegt, mit Wichtigkeit {importance}.',
  'The channel {id} was deleted before; it comes back as it was.':
    'Der Kanal {id} war gelöscht; er kommt zurück, wie er war.',
  'The channel {id} is there already.': 'Den Kanal {id} gibt es schon.',
  'The channel {id} is there already and takes the new title or the lower importance.':
    'Den Kanal {id} gibt es schon; er übernimmt den neuen Titel oder die geringere Wichtigkeit.',
  'Its importance stays {importance}: an app can lower it later, but not raise it.':
    'Seine Wichtigkeit bleibt {importance}: Eine App kann sie später senken, aber nicht erhöhen.',
};
