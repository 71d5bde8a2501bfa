/** Turkish for the simulator, messages that are sent, and JSON that is none. */
import type { pushSimulation as english } from '../push-simulation.ts';

export const pushSimulation: Readonly<Record<(typeof english)[number], string>> = {
  // JSON
  'Something follows the end of the JSON. Remove it.': 'JSON’un sonundan sonra bir şey var. Kaldırın.',
  'It is nested too deeply.': 'İç içe geçme çok derin.',
  'The text ends early; a value is missing.': 'Metin erken bitiyor; bir değer eksik.',
  'A name in double quotes is expected here.': 'Burada çift tırnak içinde bir ad bekleniyor.',
  'A colon is expected after the name.': 'Addan sonra iki nokta bekleniyor.',
  'A comma or {close} is expected in this {what}.': '{what} içinde virgül veya {close} bekleniyor.',
  object: 'Bu nesne',
  array: 'Bu liste',
  'Remove the comma before {close}.': '{close} işaretinden önceki virgülü kaldırın.',
  'The text in quotes is not closed.': 'Tırnak içindeki metin kapatılmamış.',
  'A backslash here stands before a wrong letter.': 'Burada ters eğik çizgi yanlış bir harften önce duruyor.',
  'Text, a number, true, false, null, { or [ is expected here. Text stands in double quotes.':
    'Burada metin, sayı, true, false, null, { veya [ bekleniyor. Metin çift tırnak içinde yazılır.',
  // A message that is sent
  'it is no JSON object': 'bir JSON nesnesi değil',
  'it has no object “data”': '“data” nesnesi yok',
  'it has no object “data.notification”': '“data.notification” nesnesi yok',
  '“to” must be a device token or a topic': '“to” bir cihaz belirteci veya bir konu olmalıdır',
  '“to” holds white space, which no token and no topic has':
    '“to” boşluk içeriyor; hiçbir belirteçte veya konuda boşluk olmaz',
  'the name of the topic may hold only letters, digits and - . _ ~ %':
    'konu adı yalnızca İngiliz harfleri, rakamlar ve - . _ ~ % içerebilir',
  '{path} is null and left out.': '{path} null olduğu için atlandı.',
  '{path} was {kind} and is sent as the text {quoted}.':
    '{path} {kind} idi ve {quoted} metni olarak gönderilir.',
  'a list': 'bir liste',
  'an object': 'bir nesne',
  'a boolean': 'bir doğru/yanlış değeri',
  'a number': 'bir sayı',
  '{names} beside “to” and “data” is not sent.': '“to” ve “data” yanındaki {names} gönderilmez.',
  'The data has {bytes} bytes; providers refuse more than {mostBytes}.':
    'Veri {bytes} bayt; sağlayıcılar {mostBytes} bayttan fazlasını reddeder.',
  'Enter a name for the sender.': 'Gönderen için bir ad girin.',
  'it is no JSON': 'JSON değil',
  'these are missing or wrong in it: {wrong}': 'şunlar eksik veya yanlış: {wrong}',
  'its private_key is no key in PEM form': 'private_key PEM biçiminde bir anahtar değil',
  // What the handler takes, and why
  'Taken from the key "{key}".': '“{key}” anahtarından alındı.',
  'Taken from the key "{key}"{note}.': '“{key}” anahtarından alındı{note}.',
  ', where a {kind} stands; on its way it becomes text': '; orada {kind} var, yolda metne dönüşür',
  number: 'bir sayı',
  'true or false': 'true veya false',
  'The mapping names no key for {path}': 'Eşlemede {path} için anahtar yok',
  'The received data has no key "{key}"': 'Alınan veride “{key}” anahtarı yok',
  'The key "{key}" does not hold text': '“{key}” anahtarında metin yok',
  'The key "{key}" holds no name': '“{key}” anahtarında ad yok',
  'The key "{key}" holds no title': '“{key}” anahtarında başlık yok',
  '"{text}" has an ending. The icon is looked up by its name without one, so it is not found and the app\'s own icon is shown.':
    '“{text}” bir uzantı içeriyor. Simge uzantısız adıyla aranır; bu yüzden bulunamaz ve uygulamanın kendi simgesi gösterilir.',
  '"{text}" is not a whole number and so no channel\'s id: no channel is deleted.':
    '“{text}” tam sayı değil, yani bir kanal kimliği olamaz: Hiçbir kanal silinmez.',
  '"{text}" is not the name of a .wav file, so there is no sound.':
    '“{text}” bir .wav dosyasının adı değil, bu yüzden ses yok.',
  '"{text}" is not a whole number': '“{text}” tam sayı değil',
  '"{text}" is not one of the numbers 1 to 5': '“{text}” 1 ile 5 arasında bir sayı değil',
  '{reason}, so the notification has no title.': '{reason}, bu yüzden bildirimin başlığı yok.',
  '{reason}, so the notification has no text.': '{reason}, bu yüzden bildirimin metni yok.',
  "{reason}, so the app's own icon is shown.": '{reason}, bu yüzden uygulamanın kendi simgesi gösterilir.',
  '{reason}, so the default channel is used.': '{reason}, bu yüzden varsayılan kanal kullanılır.',
  '{reason}, so the default title is used.': '{reason}, bu yüzden varsayılan başlık kullanılır.',
  '{reason}, so the importance is {value}.': '{reason}, bu yüzden önem {value} olur.',
  '{absence}, so no channel is deleted.': '{absence}, bu yüzden hiçbir kanal silinmez.',
  '{absence}, so a badge is shown.': '{absence}, bu yüzden rozet gösterilir.',
  '{absence}, so there is no custom sound.': '{absence}, bu yüzden özel ses yok.',
  'iOS has no channels': 'iOS’ta kanal yoktur',
  'iOS has no channels.': 'iOS’ta kanal yoktur.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}, so this is ignored.':
    'Kanallar Android 8 (API düzeyi {first}) ile başlar; bu düzey {level}, bu yüzden bu yok sayılır.',
  'Channels exist from Android 8 (API level {first}) on; this is level {level}.':
    'Kanallar Android 8 (API düzeyi {first}) ile başlar; bu düzey {level}.',
  '{why}, so this is ignored.': '{why}, bu yüzden bu yok sayılır.',
  'Only "false" turns the badge off; "{text}" does not.':
    'Rozeti yalnızca “false” kapatır; “{text}” kapatmaz.',
  'The sound is for iOS; on Android the channel decides.': 'Ses iOS içindir; Android’de kanal belirler.',
  // What is seen and heard, and why
  'The person has not allowed the app to notify.': 'Kişi uygulamanın bildirim göndermesine izin vermedi.',
  'From level {level} on nothing is shown without the permission, and it was not granted.':
    '{level} düzeyinden itibaren izin olmadan hiçbir şey gösterilmez ve izin verilmedi.',
  'The person has switched the app’s notifications off.': 'Kişi uygulamanın bildirimlerini kapattı.',
  'Badges exist from Android 8 (API level {level}) on.':
    'Rozetler Android 8 (API düzeyi {level}) ile başlar.',
  'It is shown in the shade.': 'Bildirim panelinde gösterilir.',
  'It is shown on the lock screen.': 'Kilit ekranında gösterilir.',
  'Its priority is the ordinary one, which shows no banner.': 'Önceliği olağan; bu, afiş göstermez.',
  'The device’s own sound is played.': 'Cihazın kendi sesi çalınır.',
  'The channel {id} has importance {importance}: it is folded up at the end of the shade.':
    '{id} kanalının önemi {importance}: Panelin sonunda katlanmış durur.',
  'The channel {id} has importance {importance}: it is not shown on the lock screen.':
    '{id} kanalının önemi {importance}: Kilit ekranında gösterilmez.',
  'The channel {id} has importance {importance}: a banner slides in.':
    '{id} kanalının önemi {importance}: Bir afiş kayarak gelir.',
  'The channel {id} has importance {importance}: no banner, which takes 4 or 5.':
    '{id} kanalının önemi {importance}: Afiş yok, bunun için 4 veya 5 gerekir.',
  'The channel {id} has importance {importance}: the device’s own sound is played.':
    '{id} kanalının önemi {importance}: Cihazın kendi sesi çalınır.',
  'The channel {id} has importance {importance}: it is silent, sound takes 3 or more.':
    '{id} kanalının önemi {importance}: Sessizdir, ses için 3 veya üstü gerekir.',
  'iOS always shows the app’s own icon.': 'iOS her zaman uygulamanın kendi simgesini gösterir.',
  'There is neither a title nor a text to show.': 'Gösterilecek ne başlık ne de metin var.',
  'iOS shows it by itself, because the app is not in the foreground.':
    'Uygulama ön planda olmadığı için iOS bildirimi kendisi gösterir.',
  'The app is in the foreground and asked for ALERT.': 'Uygulama ön planda ve ALERT istedi.',
  'The app is in the foreground and did not ask for ALERT.': 'Uygulama ön planda ve ALERT istemedi.',
  'The app is in the foreground, so the screen is not locked.':
    'Uygulama ön planda, yani ekran kilitli değil.',
  'The app asked for no presentation at all.': 'Uygulama hiçbir gösterim istemedi.',
  'The app is in the foreground and did not ask for SOUND.': 'Uygulama ön planda ve SOUND istemedi.',
  'An icon of one’s own appears in published builds only.':
    'Özel simge yalnızca yayımlanan derlemelerde görünür.',
  'Pushes arrive only in published builds, not in the emulator.':
    'Anlık bildirimler yalnızca yayımlanan derlemelere ulaşır, öykünücüye ulaşmaz.',
  'It arrives while the app is in the foreground; what it returns decides how it is presented.':
    'Uygulama ön plandayken ulaşır; nasıl gösterileceğini uygulamanın döndürdüğü belirler.',
  'It arrives in the foreground with userNotificationEnabled; what it returns decides how it is presented.':
    'userNotificationEnabled açıkken ön planda ulaşır; nasıl gösterileceğini uygulamanın döndürdüğü belirler.',
  'It arrives while the app runs in the foreground; what it returns counts on iOS only.':
    'Uygulama ön planda çalışırken ulaşır; döndürdüğü yalnızca iOS’ta sayılır.',
  'It arrives while the app runs in the background; what it returns counts on iOS only.':
    'Uygulama arka planda çalışırken ulaşır; döndürdüğü yalnızca iOS’ta sayılır.',
  'The person taps the notification.': 'Kişi bildirime dokunur.',
  'The app comes to the foreground first.': 'Önce uygulama ön plana gelir.',
  'The reference knows messages of data only, and does not say what iOS is given to show while the app is not in the foreground. This is what the mapping asks for; with data only, a device may show nothing until the app runs.':
    'Başvuru belgesi yalnızca veri içeren iletileri tanır ve uygulama ön planda değilken iOS’a gösterilecek ne verildiğini söylemez. Burada eşlemenin istediği görünür; yalnızca veriyle bir cihaz, uygulama çalışana kadar hiçbir şey göstermeyebilir.',
  // Channels
  'There is no channel {id}, so none is deleted.': '{id} kanalı yok, bu yüzden hiçbiri silinmez.',
  'The channel {id} is deleted, and what was shown in it goes with it.':
    '{id} kanalı silinir, içinde gösterilenler de onunla gider.',
  'The channel {id} is made, with importance {importance}.': '{id} kanalı {importance} önemiyle oluşturulur.',
  'The channel {id} was deleted before; it comes back as it was.':
    '{id} kanalı daha önce silinmişti; olduğu gibi geri gelir.',
  'The channel {id} is there already.': '{id} kanalı zaten var.',
  'The channel {id} is there already and takes the new title or the lower importance.':
    '{id} kanalı zaten var; yeni başlığı veya daha düşük önemi alır.',
  'Its importance stays {importance}: an app can lower it later, but not raise it.':
    'Önemi {importance} olarak kalır: Uygulama onu sonradan düşürebilir ama yükseltemez.',
};
