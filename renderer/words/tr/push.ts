/** Turkish for Push and its part Project. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

export const words: Translation<typeof english> = {
  tabs: { project: 'Proje', mapping: 'Eşleme dosyası', simulator: 'Simülatör', messages: 'İletiler' },
  parts: 'Anlık bildirimlerin bölümleri',
  emptyTitle: 'Bir projenin bildirim alması için eksik olanlar burada görünür',
  emptyText: 'Proje klasörünü seçin, içinde “config” olanı. Siz onaylamadan hiçbir şey değiştirilmez.',
  folder: 'Proje klasörü',
  folderHint: 'Slipway’in çalıştığı bilgisayardaki tam yol.',
  folderMissing: 'Bir klasör girin ya da seçin.',
  choose: 'Seç…',
  check: 'Denetle',
  checkAgain: 'Yeniden denetle',
  otherProject: 'Başka proje…',
  recent: 'Daha önce bakılanlar',
  forget: (folder) => `Unut: ${folder}`,
  rulesOf: (folder) => `Kurallar: ${folder}`,
  countFailed: (_count, shown) => `${shown} kural çiğnenmiş`,
  countOpen: (_count, shown) => `${shown} belirsiz`,
  countMet: (_count, shown) => `${shown} tamam`,
  compare: 'Bir derlemeyle ya da iletiyle karşılaştır',
  compareText:
    'Bitmiş bir derleme profilini, iznini ve hedef düzeyini gösterir. Bir ileti, aranacak simgeyi ve sesi söyler.',
  chooseBuild: 'Derleme seç…',
  buildName: 'Derleme:',
  withoutBuild: 'Bu derleme olmadan karşılaştır',
  message: 'Alınan veri (JSON)',
  messageHint: 'Örneğin {"data": {"notification": {"icon": "bell", "sound": "ding.wav"}}}',
  useMessage: 'Bu iletiyi kullan',
  verdict: { pass: 'Tamam', fail: 'Çiğnenmiş', 'cannot-tell': 'Belirsiz' },
  at: (line, column) => `satır ${line}, sütun ${column}`,
  show: 'Göster',
  showFile: (file) => `Klasöründe göster: ${file}`,
  edit: 'Düzenle',
  editAt: (line) => `Eşleme dosyasının ${line}. satırını düzenle`,
  fix: 'Düzelt…',
  fixOf: (rule) => `Düzelt: ${rule}`,
  apply: { make: '1 dosya oluştur', change: '1 dosyayı değiştir', rename: '1 dosyayı yeniden adlandır' },
  changing: 'Değiştiriliyor…',
  changes: {
    make: (file) => `Oluşturulacak dosya: ${file}`,
    change: (file) => `Değişecek dosya: ${file}`,
  },
  renames: (file, to) => `${file} adı ${to} olur.`,
  changedLines: 'Değişen satırlar',
  line: { same: 'Aynı:', added: 'Yeni:', removed: 'Gidiyor:' },
  fixed: (file) => `${file} değiştirildi.`,
  rules: {
    'mapping-file': {
      title: 'Eşleme dosyası yerinde',
      why: 'Bildirim işleyicisi yalnızca config/Android/pushnotification.json dosyasını okur.',
    },
    mapping: {
      title: 'Eşleme dosyası kullanılabilir',
      why: 'Başlık, metin, simge ve kanalın hangi anahtarlarla geldiğini söyler. Eşlenmeyen gösterilmez.',
    },
    icon: {
      title: 'Simge görseller arasında ve adının uzantısı yok',
      why: 'Android bir görseli yalın adıyla bulur. Bulamazsa uygulamanın kendi simgesi gösterilir.',
    },
    'sender-id': {
      title: 'Proje gönderici kimliğini belirtiyor',
      why: 'Android cihazlar onunla kaydolur. O olmadan belirteç verilmez.',
    },
    entitlements: {
      title: 'iOS: app.entitlements uygulamanın bildirim almasına izin veriyor',
      why: 'Dosyanın adı tam böyle olmalı, aps-environment da development ya da production olmalıdır.',
    },
    sounds: {
      title: 'iOS: ses klasöründe yalnızca WAV sesleri var',
      why: 'config/resources içindeki her şey bildirim sesi sayılır. Başka biçimler çalınmaz.',
    },
    permission: {
      title: 'Android 13: manifest izni belirtiyor',
      why: 'API düzeyi 33’ten başlayarak POST_NOTIFICATIONS olmadan hiçbir şey gösterilmez; uygulama çalışırken de ister. Altında ikisini de yapmamalıdır.',
    },
    published: {
      title: 'Bildirimler yalnızca yayımlanmış derlemelere ulaşır',
      why: 'Öykünücü belirteç almaz; kendi simgeniz de proje ne derse desin yayımlanmış derleme ister.',
    },
    'build-entitlement': {
      title: 'Derlemenin profili, projenin dediği gibi bildirime izin veriyor',
      why: 'Cihazda geçerli olan, derlemenin imzalandığı profildir.',
    },
    'build-permission': {
      title: 'Derleme izni projenin dediği gibi belirtiyor',
      why: 'Derleme adımları, projenin manifestindekilere ekleme yapabilir ya da onları çıkarabilir.',
    },
    'build-target': {
      title: 'Derlemenin hedef düzeyi ile izin uyumlu',
      why: 'Hedef düzey 33’ten başlayarak izni uygulama ister; altında sistem kendiliğinden sorar.',
    },
  },
};
