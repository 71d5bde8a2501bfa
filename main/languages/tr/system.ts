/** Turkish for errors of files, databases, the bridge and its hosts. */
import type { ErrorCatalogue } from '../translation.ts';

export const base: ErrorCatalogue['base'] = { cancelled: () => 'İptal edildi.' };

export const internal: ErrorCatalogue['internal'] = {
  unexpected: (p) => `Beklenmeyen bir şey oldu: ${p.text}. Lütfen günlükle birlikte bildirin.`,
  uncaught: (p) =>
    `Beklenmeyen bir şey oldu: ${p.text}. Yüklemeler bir sonraki başlatmada sürer. Lütfen günlükle birlikte bildirin.`,
};

export const file: ErrorCatalogue['file'] = {
  missing: (p) => `${p.path} yok. Yolu denetleyin.`,
  denied: (p) => `${p.path} okunamıyor: erişim reddedildi. Erişime izin verip yeniden deneyin.`,
  busy: (p) => `${p.path} başka bir programca tutuluyor. Slipway yeniden deniyor.`,
  full: (p) => `${p.path} dosyasının diski dolu. Yer açıp yeniden deneyin.`,
  failed: (p) =>
    `${p.path} okunamadı veya yazılamadı (${p.reason}). Diski veya ağ sürücüsünü denetleyip yeniden deneyin.`,
};

export const database: ErrorCatalogue['database'] = {
  unreadable: (p) =>
    `${p.path} veritabanı hasarlı veya bir veritabanı değil. Bir kopyasını geri koyun veya geçmişi olmadan başlamak için kenara alın.`,
  unusable: (p) =>
    `${p.path} veritabanı açılamıyor (${p.reason}). Klasörüne yazılabildiğini ve diskinin dolu olmadığını denetleyin.`,
  newer: (p) =>
    `${p.path} veritabanı daha yeni bir Slipway tarafından yazılmış. O sürümü kurun veya başka bir veri klasörü seçin.`,
  full: (p) => `${p.path} veritabanının diski dolu. Hiçbir şey değişmedi; yer açıp yeniden deneyin.`,
};

export const hash: ErrorCatalogue['hash'] = {
  broken: (p) => `Bir dosyanın sağlama toplamı hesaplanamadı (${p.reason}). Slipway yeniden deniyor.`,
};

export const lock: ErrorCatalogue['lock'] = {
  held: (p) =>
    `Başka bir Slipway ${p.folder} veri klasörünü kullanıyor. Onu kapatın veya --data-dir ile başka bir klasör seçin.`,
  unusable: (p) =>
    `${p.folder} veri klasörü kullanılamıyor (${p.reason}). Yazmaya izin verin veya --data-dir ile başka bir klasör seçin.`,
};

export const bridge: ErrorCatalogue['bridge'] = {
  unknownCall: (p) => `“${p.name.slice(0, 80)}” diye bir çağrı yok.`,
  badArguments: (p) => `“${p.name}” için verilen değerler doğru değil: ${p.problem}`,
};

export const shell: ErrorCatalogue['shell'] = {
  foreignSender: () => 'Slipway’i yalnızca Slipway’in kendi sayfası çağırabilir.',
  badCall: () => 'Çağrının bir adı olmalı.',
  linkRefused: (p) => `Yalnızca https ve http adresleri açılır; bu adres “${p.scheme}” ile başlıyor.`,
  noAddress: () => 'Bu, açılabilecek bir adres değil.',
  nothingToShow: (p) => `${p.path} artık yok, bu yüzden gösterilemiyor.`,
  noAccount: () => 'Önce bir dağıtım hizmetinde oturum açın, sonra derlemeyi yeniden yükleyin.',
  secretsUnavailable: (p) =>
    `Parolalar saklanamıyor ve okunamıyor: ${p.reason}. Slipway onları asla düz metin olarak yazmaz. Anahtarlığın kilidini açın veya kurun (Linux’ta: GNOME Keyring veya KWallet), Slipway’i yeniden başlatıp oturum açın.`,
  secretsLocked: () =>
    'Bu bilgisayarın anahtarlığı kilitli. Kilidini açıp yeniden deneyin; içindeki parolalar duruyor.',
  secretUnreadable: () =>
    'Saklanan bir parolanın şifresi artık çözülemiyor, büyük olasılıkla anahtarlık değiştirildi. Yeniden oturum açın.',
  notOpened: (p) => `${p.path} açılamadı: ${p.reason}. Seçtiğiniz bir programla açın.`,
  notPackaged: () =>
    'Burada yapılamaz: bunu kaynaklarından çalıştırılan değil, yalnızca kurulu uygulama yapabilir.',
  noFeed: () => 'Bu Slipway kopyası bir güncelleme adresi olmadan derlenmiş.',
  noPublisher: () =>
    'Bu Slipway kopyası imzasız derlenmiş. Daha yeni sürümler doğrulanamayacağı için aranmıyor.',
  loginNotAllowed: () =>
    'macOS önce izninizi istiyor. Sistem Ayarları › Genel › Giriş Öğeleri bölümünde Slipway’e izin verin.',
  loginRefused: () =>
    'Sistem değişikliği kabul etmedi. Oturum açtığınızda başlattığı programlar arasında Slipway’i arayın.',
  loginUnnamable: (p) =>
    `Slipway, adı hiçbir otomatik başlatma dosyasına yazılamayan bir klasörde (${p.path}). Taşıyıp yeniden deneyin.`,
  updateFailed: (p) =>
    `Daha yeni bir sürüm alınamadı: ${p.reason}. Bu sürüm çalışmayı sürdürüyor; daha sonra yeniden deneyin.`,
  noNotifications: () => 'Bu bilgisayar uygulama bildirimlerini göstermiyor.',
  updateNotReady: () => 'Bu bilgisayarda henüz hazır bir yeni sürüm yok.',
  updateWhileUploading: () =>
    'Derlemeler yükleniyor. Yeni sürüm bundan sonra veya Slipway’den çıktığınızda yerleştirilir.',
};

export const web: ErrorCatalogue['web'] = {
  notBuilt: (p) => `Arayüz burada değil (${p.folder}). Kaynak kopyasında önce npm run build çalıştırın.`,
  portTaken: (p) =>
    `${p.port} numaralı bağlantı noktasını başka bir program kullanıyor. --ui-port ile başka birini seçin veya belirtmeyin.`,
  portRefused: (p) =>
    `${p.port} numaralı bağlantı noktası açılamıyor (${p.reason}). --ui-port ile başka birini seçin veya belirtmeyin.`,
  foreignHost: () => 'Bu adres burada sunulmuyor. Slipway’in yazdırdığı adresi açın.',
  foreignOrigin: () => 'Slipway yalnızca kendi sayfasına yanıt verir. Slipway’in yazdırdığı adresi açın.',
  sessionNeeded: () => 'Bu sayfa artık Slipway’e bağlı değil. Terminalde yeni bir bağlantı isteyin.',
  linkRefused: () => 'Bu bağlantı daha önce kullanıldı veya süresi doldu. Terminalde yenisini isteyin.',
  notFound: () => 'Bu adreste bir şey yok.',
  wrongMethod: (p) => `Bu adres yalnızca ${p.allowed} isteğine yanıt verir.`,
  wrongType: (p) => `İstek ${p.expected} olarak gönderilmeli.`,
  notJson: () => 'İstek, beklenen biçimde geçerli bir JSON değil.',
  tooLarge: (p) => `İstek ${p.limit} bayttan büyük.`,
  lengthNeeded: () => 'Dosyanın boyutu istekle birlikte belirtilmeli.',
  noSpace: (p) =>
    `“${p.name}” için ${p.needed} bayt gerekiyor ama diskte yalnızca ${p.free} bayt boş. Yer açıp yeniden bırakın.`,
  cutOff: (p) => `“${p.name}” yalnızca kısmen ulaştı. Yeniden bırakın.`,
  browserDoes: (p) => `${p.what}: bunu tarayıcının kendisi yapar.`,
  noDesktop: (p) => `Bu bilgisayarda ${p.path} gösterilecek bir masaüstü yok.`,
  notInTab: () => 'Burada yapılamaz: bunu tarayıcı sekmesi değil, yalnızca kurulu uygulama yapabilir.',
};
