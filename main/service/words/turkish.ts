/** Turkish for what testers read. */
import type { TesterWords } from './english.ts';

export const turkish: TesterWords = {
  page: {
    anonymousTitle: 'Kurulum sayfası',
    whatsNew: 'Yenilikler',
    about: 'Açıklama',
    needs: 'Gereken',
    size: 'Boyut',
    date: 'Tarih',
    nothingYet: 'Burada henüz kurulacak bir şey yok.',
    download: 'İndir',
    downloadFile: 'Dosyayı indir',
    install: 'Kur',
    httpsOnly: 'iPhone ve iPad yalnızca https adreslerinden kurulum yapar; bu adres öyle değil.',
    code: 'Bu sayfanın QR kodu',
    scan: 'Bu sayfayı başka bir cihazda açmak için tarayın',
    openOnAndroid: 'Kurmak için bu sayfayı bir Android cihazında açın.',
    openOnPhone: 'Kurmak için bu sayfayı bir iPhone’da veya iPad’de açın.',
    openOn: (platform) => `Kurmak için bu sayfayı ${platform} bulunan bir cihazda açın.`,
    orLater: (system) => `${system} veya daha yenisi`,
    apiLevel: (system, level) => `${system}, API düzeyi ${level} veya üstü`,
    notFromPages: (platform) => `Bu derleme ${platform} için. Bir web sayfasından kurulamaz.`,
    expired: (day) =>
      `Bu derlemenin hazırlama profilinin süresi ${day} tarihinde doldu. Artık hiçbir cihaz kurmaz.`,
    simulator: 'Bu derleme simülatör için. Hiçbir cihaz kuramaz.',
    appStore:
      'Bu derleme App Store için imzalanmış. Yalnızca TestFlight veya App Store üzerinden kurulabilir.',
    unsigned: 'Bu derleme imzalanmamış. Hiçbir cihaz kuramaz.',
    systemTooOld: (needed, present) =>
      `Bu cihazın sürümü ${present}, derlemenin gerektirdiği ise ${needed}. Kurmak için cihazı güncelleyin.`,
    registeredOne: 'Yalnızca bu derleme için kaydedilmiş 1 cihaz kurabilir.',
    registered: (count) => `Yalnızca bu derleme için kaydedilmiş ${count} cihaz kurabilir.`,
    developerMode:
      'iOS 16’dan beri uygulama yalnızca Geliştirici Modu’nda açılır. Ayarlar → Gizlilik ve Güvenlik → Geliştirici Modu’ndan açın; cihaz yeniden başlar.',
    trustDeveloper:
      'Uygulamayı ilk kez açmadan önce Ayarlar → Genel → VPN ve Aygıt Yönetimi bölümünde geliştiricisine güvenin. iOS 18’den beri cihaz bunun için yeniden başlar.',
    openInSafari: 'Bu uygulamanın içinde kurulum yapamazsınız. Adresi kopyalayıp Safari’de açın:',
    openInBrowser:
      'Bu uygulamanın içinde kurulum yapamazsınız. Adresi kopyalayıp tarayıcınızda, örneğin Chrome’da açın:',
    ifItFails: 'Kurulum olmazsa',
    notRegistered:
      'Cihazınız kayıtlı mı? Değilse bağlantıyı gönderen kişiden cihazı eklemesini ve yeni bir derleme göndermesini isteyin.',
    ownAuthority:
      'Bu adres, şirketinizin kendi sertifika yetkilisinin bir sertifikasını mı kullanıyor? Önce o yetkilinin sertifikasını cihaza yükleyin, sonra Ayarlar → Genel → Hakkında → Sertifika Güven Ayarları’nda ona güvenin.',
    unknownApps: (browser) =>
      `Android, ${browser} için bilinmeyen uygulamaları yükleme izni ister. Ayarlar → Uygulamalar → Özel uygulama erişimi → Bilinmeyen uygulamaları yükle bölümünde izin verin.`,
    unknownSources: 'Ayarlar → Güvenlik bölümünde bilinmeyen kaynaklardan yüklemeye izin verin.',
    yourBrowser: 'tarayıcınız',
    playProtect:
      'Google Play Protect kurulumu durdurursa “Diğer ayrıntılar”a, ardından “Yine de yükle”ye dokunun.',
    otherSignature:
      'Android, yüklü bir paketle çakışma bildirirse başka imzalı bir uygulama zaten kuruludur. Önce onu kaldırın; verileri silinir.',
    olderVersion:
      'Android yeni bir sürümün yerine eskisini kurmaz. Önce yenisini kaldırın; verileri silinir.',
    forWatch: 'Bu derleme Wear OS’li saatler için. Telefona kurulamaz.',
    forTelevision:
      'Bu derleme Android TV için. Bu sayfayı televizyonda açın veya dosyayı televizyona kopyalayın.',
    forCar: 'Bu derleme Android Automotive OS’li arabalar için. Telefona kurulamaz.',
  },
  front: {
    title: 'Slipway dağıtım hizmeti',
    text: 'Bu bir Slipway dağıtım hizmetidir. Derlemeler, /openapi.json dosyasında anlatılan /api/v3 altındaki API ile gelip gider; test kullanıcıları bunları e-postalarındaki kişisel bağlantılardan kurar.',
  },
  refused: {
    noLink: {
      title: 'Bu bağlantı artık geçerli değil',
      text: 'Götürdüğü derleme silindi veya artık size yönelik değil. Bağlantıyı gönderen kişiden yenisini isteyin.',
    },
    inactive: {
      title: 'Bu sürüm kapalı',
      text: 'Şu anda kurulamıyor. Daha sonra yeniden deneyin veya bağlantıyı gönderen kişiye sorun.',
    },
    disabled: {
      title: 'Bu derlemeler kapalı',
      text: 'Şu anda kurulamıyorlar. Daha sonra yeniden deneyin veya adresi veren kişiye sorun.',
    },
    credentials: {
      title: 'Kullanıcı adı ve parola gerekli',
      text: 'Bu sayfayı yeniden açın ve size verilenleri girin.',
    },
    slowDown: {
      title: 'Çok fazla yanlış deneme',
      text: 'Biraz bekleyin, sonra bu sayfayı yeniden açın.',
    },
    other: {
      title: 'Bu isteğe yanıt verilemiyor',
      text: 'E-postanızdaki bağlantıyı bir kez daha açın.',
    },
    unexpected: {
      title: 'Bir şeyler ters gitti',
      text: 'Birazdan yeniden deneyin.',
    },
  },
  mail: {
    subject: (name, version) => `${name} ${version} kurulmaya hazır`,
    hello: (name) => `Merhaba ${name},`,
    helloAnybody: 'Merhaba,',
    ready: (name) => `${name} için yeni bir sürüm kurulmaya hazır.`,
    readyFor: (person) => `Merhaba ${person}, yeni bir sürüm kurulmaya hazır.`,
    readyForAnybody: 'Yeni bir sürüm kurulmaya hazır.',
    fact: (name, value) => `${name}: ${value}`,
    version: 'Sürüm',
    platform: 'Platform',
    size: 'Boyut',
    whatsNew: 'Yenilikler',
    openHere: 'Bu sayfayı test ettiğiniz cihazda açın:',
    openPage: 'Kurulum sayfasını aç',
    orCopy: 'Veya bu adresi test ettiğiniz cihaza kopyalayın:',
    yoursAlone: 'Bu bağlantı yalnızca size özeldir. Lütfen başkasına vermeyin.',
    testSubject: 'Slipway test iletisi',
    testText: 'Bu ileti, Slipway’in bu sunucu üzerinden e-posta gönderebildiğini gösterir.',
  },
};
