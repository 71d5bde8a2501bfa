/** Turkish for why a file is not taken as a build. */
import type { ErrorCatalogue } from '../translation.ts';

const choose = 'Derleme aracınızın yazdığı .apk veya .ipa dosyasını seçin.';

export const packages: ErrorCatalogue['package'] = {
  empty: (p) => `${p.file} boş (0 bayt). Yeniden derleyin veya kopyalayın.`,
  folder: (p) => `${p.file} bir klasör, derleme dosyası değil. ${choose}`,
  notAFile: (p) => `${p.file} olağan bir dosya değil. ${choose}`,
  notAZip: (p) => `${p.file} bir derleme değil: ${p.what}. ${choose}`,
  truncated: (p) =>
    `${p.file} yarıda kesilmiş: derleme gibi başlıyor ama sonu eksik. Yeniden kopyalayın veya derleyin.`,
  damaged: (p) => `${p.file} hasarlı: ${p.reason}. Yeniden kopyalayın veya derleyin.`,
  partDamaged: (p) => `${p.file} hasarlı: ${p.part} ${p.reason}. Yeniden kopyalayın veya derleyin.`,
  encrypted: (p) =>
    `${p.file} parola korumalı (${p.part} şifreli). Aygıtlar onu kuramaz: parolasız derlemeyi seçin.`,
  compression: (p) =>
    `${p.file} okunamıyor: ${p.part}, aygıtların anlamadığı ${p.method} ile sıkıştırılmış. Deflate kullanın veya sıkıştırmayın.`,
  tooLarge: (p) =>
    `${p.file} reddedildi: ${p.part} ${p.limit} sınırından büyük; hiçbir gerçek derlemeye bu kadarı gerekmez.`,
  duplicate: (p) =>
    `${p.file} reddedildi: ${p.part} birden çok kez var, bu yüzden neyin kurulacağı belli değil. Yeniden derleyin.`,
  bundle: (p) =>
    `${p.file} bir Android App Bundle (.aab); aygıtlar onu kuramaz. Bir apk derleyin veya bundletool ile (--mode=universal) ondan bir apk üretin.`,
  splitSet: (p) =>
    `${p.file}: ${p.what}; tek dosyada birden çok apk, aygıtlar bunu olduğu gibi kuramaz. Bunun yerine evrensel bir apk derleyin.`,
  library: (p) =>
    `${p.file} bir Android kitaplığı (.aar), uygulama değil. Onu kullanan uygulamanın .apk dosyasını seçin.`,
  wrapped: (p) =>
    `${p.file} başka bir şeyi saran bir zip dosyası: ${p.inside}. Açıp içindeki derlemeyi seçin.`,
  otherZip: (p) =>
    `${p.file} bir derleme değil: ${p.what}; AndroidManifest.xml ve Payload/….app içermiyor. ${choose}`,
  twoKinds: (p) =>
    `${p.file} reddedildi: hem Android bildirimi hem Apple uygulaması içeriyor, bu yüzden ne olduğu belli değil.`,
  sourceManifest: (p) =>
    `${p.file} hiç derlenmemiş (düz metin) bir AndroidManifest.xml içeriyor. Kaynakların zip dosyasını değil, derleme aracının yazdığı apk dosyasını seçin.`,
  noId: (p) =>
    `${p.file} hangi uygulama olduğunu söylemiyor: ${p.part} içinde ${p.key} yok veya kullanılamıyor. Yeniden derleyin.`,
  noAppBundle: (p) =>
    `${p.file} içinde uygulama olmayan bir Payload klasörü var. Uygulamayı yeniden dışa aktarın.`,
  noInfoPlist: (p) =>
    `${p.file} içindeki ${p.bundle} öğesinde Info.plist yok, bu yüzden eksiksiz bir uygulama değil. Uygulamayı yeniden dışa aktarın.`,
  severalApps: (p) =>
    `${p.file} Payload içinde birden çok uygulama barındırıyor (${p.bundles}). Her uygulamayı kendi .ipa dosyasına aktarın.`,
  outsidePayload: (p) =>
    `${p.file} içindeki uygulama ${p.place} konumunda, oysa aygıtlar yalnızca dosyanın en üstündeki Payload klasörüne bakar. Xcode’dan bir .ipa aktarın veya Payload klasörünün kendisini sıkıştırın.`,
  macApp: (p) =>
    `${p.file} telefon veya tablet için değil, Mac için bir uygulama içeriyor (${p.place}). ${choose}`,
};
