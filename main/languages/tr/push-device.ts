/** Turkish for what a device makes of a push. */
import type { SentenceCatalogue } from '../translation.ts';

const staying = (stays: number | null): string =>
  stays === null
    ? ''
    : ` Önem düzeyi ${stays} olarak kalır: Bir uygulama bunu sonradan düşürebilir, ama yükseltemez.`;

const importance = (p: { readonly id: string; readonly importance: number }): string =>
  `${p.id} kanalının önem düzeyi ${p.importance}`;

export const device: SentenceCatalogue['device'] = {
  // Why a property has no text
  noKeyMapped: (p) => `Eşleme, ${p.path} için bir anahtar belirtmiyor`,
  keyMissing: (p) => `Alınan verilerde “${p.key}” anahtarı yok`,
  keyHoldsNoText: (p) => `“${p.key}” anahtarında metin yok`,
  keyHoldsNoName: (p) => `“${p.key}” anahtarında ad yok`,
  keyHoldsNoTitle: (p) => `“${p.key}” anahtarında başlık yok`,
  notWhole: (p) => `“${p.text}” bir tam sayı değil`,
  notAnId: (p) => `“${p.text}” bir kanal kimliği değil; kimlik ${p.least} ile ${p.most} arasında bir sayıdır`,
  titleAlone: () => 'Başlık, kullanılabilir bir kanal kimliği olmadan geliyor',
  notOneToFive: (p) => `“${p.text}” 1 ile 5 arasındaki sayılardan biri değil`,
  // What comes of it
  taken: (p) => `“${p.key}” anahtarından alındı.`,
  takenNumber: (p) => `Sayı içeren “${p.key}” anahtarından alındı; yolda metne dönüşür.`,
  takenBoolean: (p) => `true ya da false içeren “${p.key}” anahtarından alındı; yolda metne dönüşür.`,
  takenElsewhere: (p) =>
    `Sürüm 2’deki yerinden, “${p.key}” anahtarından alındı; bu eski eşleme “${p.own}” anahtarına götürür.`,
  noTitle: (p) => `${p.reason}, bu yüzden bildirimin başlığı olmaz.`,
  noText: (p) => `${p.reason}, bu yüzden bildirimin metni olmaz.`,
  ownIcon: (p) => `${p.reason}, bu yüzden uygulamanın kendi simgesi gösterilir.`,
  iconEnding: (p) =>
    `“${p.text}” bir uzantı içeriyor. Simge uzantısız adıyla aranır; bu yüzden bulunamaz ve uygulamanın kendi simgesi gösterilir.`,
  defaultChannel: (p) => `${p.reason}, bu yüzden varsayılan kanal kullanılır.`,
  defaultTitle: (p) => `${p.reason}, bu yüzden varsayılan başlık kullanılır.`,
  defaultImportance: (p) => `${p.reason}, bu yüzden önem düzeyi ${p.importance} olur.`,
  noneDeleted: (p) => `${p.reason}, bu yüzden hiçbir kanal silinmez.`,
  noChannelId: (p) =>
    `“${p.text}” bir tam sayı değil, dolayısıyla bir kanal kimliği de değil: Hiçbir kanal silinmez.`,
  badgeShown: (p) => `${p.reason}, bu yüzden rozet gösterilir.`,
  badgeOnlyFalse: (p) => `Rozeti yalnızca “false” kapatır; “${p.text}” kapatmaz.`,
  noSound: (p) => `${p.reason}, bu yüzden özel ses olmaz.`,
  notWav: (p) => `“${p.text}” bir .wav dosyasının adı değil, bu yüzden ses olmaz.`,
  soundOnIosOnly: () => 'Ses iOS içindir; Android’de kanal belirler.',
  iosNoChannels: () => 'iOS’ta kanal yoktur.',
  iosIgnored: () => 'iOS’ta kanal yoktur, bu yüzden bu değer dikkate alınmaz.',
  tooOld: (p) =>
    `Kanallar Android 8’den (API düzeyi ${p.first}) itibaren vardır; bu cihazın düzeyi ${p.level}.`,
  tooOldIgnored: (p) =>
    `Kanallar Android 8’den (API düzeyi ${p.first}) itibaren vardır; bu cihazın düzeyi ${p.level}, bu yüzden bu değer dikkate alınmaz.`,
  // What is shown
  iosNotAllowed: () => 'Kişi, uygulamanın bildirim göstermesine izin vermedi.',
  permissionMissing: (p) =>
    `${p.first}. düzeyden itibaren izin olmadan hiçbir şey gösterilmez ve izin verilmedi.`,
  switchedOff: () => 'Kişi, uygulamanın bildirimlerini kapattı.',
  noBadges: (p) => `Rozetler Android 8’den (API düzeyi ${p.first}) itibaren vardır.`,
  inShade: () => 'Bildirim panelinde gösterilir.',
  folded: (p) => `${importance(p)}: Bildirim panelinin sonunda daraltılmış olarak durur.`,
  onLockScreen: () => 'Kilit ekranında gösterilir.',
  notOnLockScreen: (p) => `${importance(p)}: Kilit ekranında gösterilmez.`,
  ordinaryPriority: () => 'Önceliği olağandır; bu öncelikte açılır bildirim gösterilmez.',
  banner: (p) => `${importance(p)}: Açılır bildirim gösterilir.`,
  noBanner: (p) => `${importance(p)}: Açılır bildirim yok, bunun için 4 ya da 5 gerekir.`,
  ownSound: () => 'Cihazın kendi sesi çalınır.',
  channelSound: (p) => `${importance(p)}: Cihazın kendi sesi çalınır.`,
  channelSilent: (p) => `${importance(p)}: Sessizdir, ses için en az 3 gerekir.`,
  iosEmpty: () => 'Gösterilecek ne başlık ne de metin var.',
  iosByItself: () => 'Uygulama ön planda olmadığı için iOS bunu kendiliğinden gösterir.',
  iosAlert: () => 'Uygulama ön planda ve ALERT istedi.',
  iosNoAlert: () => 'Uygulama ön planda ve ALERT istemedi.',
  iosOwnIcon: () => 'iOS her zaman uygulamanın kendi simgesini gösterir.',
  iosUnlocked: () => 'Uygulama ön planda, bu yüzden ekran kilitli değil.',
  iosNothingAsked: () => 'Uygulama hiçbir sunum istemedi.',
  iosNoSound: () => 'Uygulama ön planda ve SOUND istemedi.',
  localNoSound: () => 'Yerel bir bildirim ses belirtmez.',
  dataOnlyOnIos: () =>
    'Başvuru belgesi yalnızca veri içeren iletileri tanır ve uygulama ön planda değilken iOS’a gösterilmek üzere ne verildiğini söylemez. Burada eşlemenin istediği görülüyor; yalnızca veriyle bir cihaz, uygulama çalışana kadar hiçbir şey göstermeyebilir.',
  // Channels
  channelNotThere: (p) => `${p.id} kanalı yok, bu yüzden hiçbiri silinmez.`,
  channelDeleted: (p) => `${p.id} kanalı silinir ve içinde gösterilenler de onunla birlikte gider.`,
  channelRestored: (p) => `${p.id} kanalı daha önce silinmişti; geri gelir.${staying(p.stays)}`,
  channelCreated: (p) => `${p.id} kanalı ${p.importance} önem düzeyiyle oluşturulur.`,
  channelThere: (p) => `${p.id} kanalı zaten var.${staying(p.stays)}`,
  channelChanged: (p) =>
    `${p.id} kanalı zaten var ve yeni başlığı ya da daha düşük önem düzeyini alır.${staying(p.stays)}`,
  deletedAndUsed: (p) =>
    `İleti ${p.id} kanalını hem siliyor hem de kullanıyor. Kanal önce silinir, sonra yeniden oluşturulur; çünkü Android 8’den itibaren her bildirim bir kanala aittir.`,
  // Callbacks
  arrivesOnAndroidInForeground: () =>
    'İleti, uygulama ön planda çalışırken gelir; işlevin döndürdüğü yalnızca iOS’ta geçerlidir.',
  arrivesOnAndroidInBackground: () =>
    'İleti, uygulama arka planda çalışırken gelir; işlevin döndürdüğü yalnızca iOS’ta geçerlidir.',
  arrivesOnIosInBackground: () =>
    'İleti, uygulama arka planda çalışırken gelir; orada iOS onu kendiliğinden gösterir. İşlevin döndürdüğü yalnızca ön planda geçerlidir.',
  arrivesInForeground: () =>
    'İleti, uygulama ön plandayken gelir; nasıl sunulacağını işlevin döndürdüğü belirler.',
  arrivesWithUserNotifications: () =>
    'İleti, userNotificationEnabled ile ön planda gelir; nasıl sunulacağını işlevin döndürdüğü belirler.',
  localWithUserNotifications: () =>
    'Yerel bir bildirimin zamanı, userNotificationEnabled ile ön plandayken gelir.',
  localInForeground: () =>
    'Yerel bir bildirimin zamanı, uygulama ön plandayken gelir; orada uyarı gösterilmez.',
  tapped: () => 'Kişi bildirime dokunur.',
  tappedOutside: () => 'Kişi bildirime dokunur. Önce uygulama ön plana gelir.',
  // What reaches nobody, and what an app must not do
  lostInEmulator: () => 'Anlık bildirimler yalnızca yayımlanmış derlemelere ulaşır, emülatöre ulaşmaz.',
  lostWithoutToken: () => 'Cihazın henüz belirteci yok, bu yüzden ona hiçbir şey gönderilemez.',
  lostWithoutAddress: () => 'İletide “to” yok, bu yüzden hiçbir cihaza gönderilmez.',
  lostTopic: (p) => `Cihaz “${p.topic}” konusuna abone değil.`,
  lostToken: () => 'İleti başka bir cihazın belirtecine gönderiliyor.',
  noTokenInEmulator: () =>
    'Anlık bildirimler yalnızca yayımlanmış derlemelerde çalışır, emülatörde çalışmaz.',
  noTokenWithoutEntitlement: () => 'app.entitlements içinde aps-environment olmadan cihaz belirteç almaz.',
  closedCannotPresent: () => 'Kapalı bir uygulama bildirim gösteremez.',
  closedCannotSchedule: () => 'Kapalı bir uygulama bildirim zamanlayamaz.',
  mustNotAsk: (p) => `İzin 33. düzeyden itibaren vardır; ${p.level}. düzeyde uygulama bu izni istememelidir.`,
};
