/** Turkish for what testers read. */
import type { TesterWords } from './english.ts';

export const turkish: TesterWords = {
  page: {
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
