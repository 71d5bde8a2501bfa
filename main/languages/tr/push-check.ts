/** Turkish for the check of a project folder. */
import type { SentenceCatalogue } from '../translation.ts';

const published =
  'Anlık bildirimler yalnızca yayımlanmış derlemelere ulaşır, kaydolmanın hep başarısız olduğu emülatöre ulaşmaz; Android’de özel simge yalnızca yayımlanmış derlemelerde gösterilir.';

export const check: SentenceCatalogue['check'] = {
  // The rules
  mappingFileRule: () => 'Eşleme dosyası yerinde',
  mappingRule: () => 'Eşleme dosyası kullanılabilir',
  iconRule: () => 'Simge, görseller arasında ve adında uzantı yok',
  senderIdRule: () => 'Proje, gönderen kimliğini belirtiyor',
  entitlementsRule: () => 'iOS: app.entitlements, uygulamanın anlık bildirim almasını sağlıyor',
  soundsRule: () => 'iOS: Ses klasöründe yalnızca WAV sesleri var',
  permissionRule: () => 'Android 13: Manifest izni bildiriyor',
  publishedRule: () => 'Anlık bildirimler yalnızca yayımlanmış derlemelere ulaşır',
  buildEntitlementRule: () => 'Derlemenin profili, projenin söylediği gibi anlık bildirimlere izin veriyor',
  buildPermissionRule: () => 'Derleme, projenin söylediği gibi izni bildiriyor',
  buildTargetRule: () => 'Derlemenin hedef düzeyi ile izin birbirine uyuyor',
  // What was not read, and why: the end of a sentence
  notRead: (p) => `Okunmadı: ${p.reason}.`,
  linkOutside: () => 'projenin dışına çıkan bir bağlantı üzerinden gidiyor ve bu bağlantı izlenmez',
  outside: () => 'projenin dışında bulunuyor',
  noOrdinaryFile: () => 'sıradan bir dosya değil',
  unreadable: (p) => `erişilemiyor (${p.code})`,
  aFolder: () => 'bu bir klasör',
  farTooLarge: () => 'böyle bir dosyanın olabileceğinden çok daha büyük',
  noUtf8: () => 'UTF-8 metni değil',
  fileNoUtf8: () => 'Dosya bir UTF-8 metni değil.',
  // The mapping file
  there: () => 'Dosya var.',
  noMappingFile: () => 'Eşleme dosyası yok, bu yüzden işleyici aldığı verilerde hiçbir özellik bulamaz.',
  mappingElsewhere: (p) => `Bunun yerine ${p.alike} var. Ad ve klasörler tam olarak ${p.file} olmalıdır.`,
  makeMapping: () => 'Her özelliğin kendi adındaki anahtarla eşlendiği bir eşleme dosyası oluştur',
  noMappingToRead: () => 'Okunacak bir eşleme dosyası yok.',
  mapped: (p) => `Dokuz özellikten ${p.count} tanesini eşliyor.`,
  convert: () => 'Dosyayı aynı anahtarlarla sürüm 2’ye dönüştür',
  convertMoving: (p) =>
    `Dosyayı aynı anahtarlarla sürüm 2’ye dönüştür; gönderenler artık şunu kullanmalıdır: ${p.names.join(', ')}`,
  setVersion: () => 'configuration_version değerini "2" yap',
  // The icon
  noUsableMapping: () => 'Kullanılabilecek bir eşleme yok.',
  noIconMapped: () => 'Simge eşlenmemiş, bu yüzden uygulamanın kendi simgesi gösterilir.',
  messageIconEnding: (p) => `İleti “${p.name}” simgesini belirtiyor. Adlar uzantısız yazılır.`,
  noImages: () => 'Simgenin aranacağı bir görsel klasörü yok.',
  iconFound: (p) => `“${p.name}” simgesi görseller arasında. Yalnızca yayımlanmış derlemelerde görünür.`,
  noPicture: (p) =>
    `${p.folder} içinde “${p.name}” adlı bir görsel yok, bu yüzden uygulamanın kendi simgesi gösterilir.`,
  iconInMessage: (p) =>
    `Simgenin adı iletiyle, “${p.key}” anahtarıyla gelir. ${p.folder} içindeki görseller (${p.count}) arasında aranması için bir ileti verin.`,
  // The sender id
  noProject: () => 'Gönderen kimliğinin yazıldığı project.json yok.',
  projectNoJson: (p) => `Dosya geçerli bir JSON değil: ${p.problem}`,
  noSenderId: () => 'İçinde gönderen kimliği yazmıyor. Alışılmış yeri api.googleCloudMessaging.senderID.',
  senderIdEmpty: (p) => `${p.path} boş. Gönderen kimliği olmadan hiçbir Android cihazı kaydolmaz.`,
  senderIdUnclear: (p) =>
    `${p.path} değeri “${p.value}”, oysa gönderen kimliği bir sayıdır. Belki bir derleme adımı bunu değiştiriyordur.`,
  senderId: (p) => `${p.path} değeri ${p.value}.`,
  // Entitlements
  entitlementsNoUtf8: () => 'Dosya UTF-8 metni değil.',
  noKeysAndValues: () => 'Anahtarlar ve değerler içeren bir özellik listesi (plist) değil.',
  ownEntities: () => 'Kendi varlıklarını tanımlıyor.',
  noPropertyList: () => 'Bir özellik listesi değil: Tek bir <plist> olmalıdır.',
  environmentMissing: () => 'aps-environment anahtarı eksik, bu yüzden cihaz belirteç almaz.',
  environmentWrong: (p) => `aps-environment değeri ${p.value}. development ya da production metni olmalıdır.`,
  environmentGood: (p) =>
    `aps-environment değeri ${p.value}. İmzalama sertifikasında da anlık bildirim açık olmalıdır; bunu bir derleme gösterir.`,
  setEnvironment: (p) => `aps-environment değerini ${p.environment} yap`,
  noEntitlements: () => 'app.entitlements yok, bu yüzden iOS cihazları belirteç almaz.',
  entitlementsElsewhere: (p) => `Bunun yerine ${p.alike} var. Ad tam olarak ${p.file} olmalıdır.`,
  makeEntitlements: (p) => `aps-environment değeri ${p.environment} olan app.entitlements oluştur`,
  renameEntitlements: (p) => `${p.alike} dosyasını app.entitlements olarak yeniden adlandır`,
  // Sounds
  noSounds: () => 'Ses klasörü yok, bu yüzden uygulamanın kendi sesleri de yok.',
  sounds: (p) => (p.count === 0 ? 'İçinde ses yok.' : `İçinde ${p.count} ses var.`),
  soundNoFile: () => 'Bu bir dosya değil. Klasörde yalnızca sesler bulunur; klasör ya da bağlantı bulunmaz.',
  notWav: (p) =>
    `“${p.name}” bir .wav dosyası değil. Klasörde yalnızca bildirim sesleri bulunur; dosyayı başka yere taşıyın.`,
  wavProblem: (p) => `Dosyanın adı .wav ile bitiyor, ama ${p.problem}.`,
  capitalWav: () => 'Uzantı küçük harflerle .wav olmalıdır; bu uzantıyla ses olmaz.',
  renameSound: (p) => `${p.name} dosyasını .wav ile bitecek biçimde yeniden adlandır`,
  soundMissing: (p) => `İleti “${p.name}” sesini belirtiyor, klasörde ise bu adda bir ses yok.`,
  // What is no WAV: the end of a sentence
  empty: () => 'dosya boş',
  cutOff: () => 'dosya kesilmiş: başlığı, içindekinden fazlasını vaat ediyor',
  headerSilent: () => 'başlığı hangi tür ses içerdiğini söylemiyor',
  mp3: () => 'bu bir MP3 dosyası',
  ogg: () => 'bu bir Ogg sesi',
  flac: () => 'bu bir FLAC sesi',
  aiff: () => 'bu bir AIFF sesi',
  caf: () => 'bu bir CAF sesi',
  mpeg4: () => 'bu bir MPEG-4 dosyası',
  noWavInside: () => 'içeriği bir WAV sesi değil',
  // The manifest
  noManifest: () => 'İznin bildirileceği bir manifest yok.',
  manifestElsewhere: (p) => `İznin bildirileceği bir manifest yok. Bunun yerine ${p.alike} var.`,
  manifestBroken: (p) => `Manifest düzgün biçimli değil: ${p.problem}`,
  noManifestInside: () => '<manifest> ile başlamıyor.',
  declarePermission: (p) => `${p.permission} iznini bildir`,
  declared: () =>
    'İzin bildirilmiş. Uygulama 33. düzeyden itibaren izni çalışırken de istemelidir; daha düşük düzeylerde ne denetlemeli ne de istemelidir.',
  declaredBelow: () =>
    'İzin yalnızca 33’ün altındaki düzeyler için bildirilmiş, oysa o düzeyden itibaren gereklidir.',
  removed: () => 'İzin, manifestler birleştirilirken kaldırılacak diye işaretlenmiş.',
  notDeclared: (p) =>
    `${p.permission} bildirilmemiş, bu yüzden Android 13’ten itibaren hiçbir şey gösterilmez.`,
  notNeeded: (p) =>
    `Bildirilmesi gerekmez: Hedef düzey ${p.target}, bu yüzden Android 13 ve sonrası kişiye kendiliğinden sorar. Hedef düzey 33’ten itibaren bildirilmelidir; altında uygulama izni ne denetlemeli ne de istemelidir.`,
  // What is no XML
  noEnd: () => 'Burada başlayan şeyin sonu yok.',
  noTag: () => 'Bu tam bir etiket değil.',
  notOpen: (p) => `“${p.name}” burada kapatılıyor, ama açık değildi.`,
  notClosed: (p) => `Metin erken bitiyor: “${p.name}” kapatılmamış.`,
  // Builds
  publishedUnknown: () => `${published} Bir cihazda hangisinin olduğunu proje tek başına göstermez.`,
  simulatorBuild: () => `Bu, simülatör için bir derleme. ${published}`,
  publishedBuild: () => `Bu, yayımlanmış bir derleme. ${published}`,
  noProfile: () =>
    'Derlemenin hazırlama profili yok, bu yüzden anlık bildirim alıp alamayacağını göstermiyor.',
  unreadableProfile: () =>
    'Derlemenin profili okunamıyor, bu yüzden anlık bildirim alıp alamayacağını göstermiyor.',
  profileWithout: () =>
    'Derlemenin profili anlık bildirimlere izin vermiyor, bu yüzden cihaz belirteç almaz. Uygulama kimliği için anlık bildirimi açın ve yeni bir profille imzalayın.',
  profileAlone: (p) =>
    `Derlemenin profili ${p.environment} için anlık bildirimlere izin veriyor; proje ne istediğini söylemiyor.`,
  profileSame: (p) => `Profil de proje de ${p.environment} diyor.`,
  profileOther: (p) =>
    `Derlemenin profili ${p.environment} için anlık bildirimlere izin veriyor, app.entitlements ise ${p.value} diyor. İkisi aynı olmalıdır.`,
  buildDeclaresAlone: () =>
    'Derleme izni bildiriyor, projenin manifesti ise bildirmiyor: Onu başka bir şey eklemiş.',
  buildDeclares: () => 'Derleme izni bildiriyor.',
  buildLacks: () =>
    'Proje izni bildiriyor, derleme bildirmiyor: Derleme değişiklikten daha eski ya da bir derleme adımı izni çıkarmış.',
  buildDeclaresNot: (p) => `Derleme ${p.permission} iznini bildirmiyor.`,
  buildNeedsNot: (p) =>
    `Derleme ${p.permission} iznini bildirmiyor ve bildirmesi gerekmez: Hedef düzeyi ${p.target}.`,
  targetMissing: () => 'Derlemenin hedef düzeyi belirtilmemiş.',
  targetUnclear: (p) => `Derlemenin hedef düzeyi “${p.target}”.`,
  targetOlder: (p) =>
    `Hedef düzey ${p.target}: Android 13 ve sonrası, uygulama ilk kanalını oluşturduğunda kişiye kendiliğinden sorar.`,
  targetRequests: (p) =>
    `Hedef düzey ${p.target}: Android 13 ve sonrasında uygulama izni çalışırken istemelidir.`,
  targetWithout: (p) =>
    `Hedef düzey ${p.target} ve izin bildirilmemiş: Android 13 ve sonrasında hiçbir şey asla gösterilmez.`,
};
