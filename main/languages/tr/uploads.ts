/** Turkish for errors of uploads and of watched folders. */
import type { ErrorCatalogue } from '../translation.ts';

export const uploads: ErrorCatalogue['uploads'] = {
  unknown: (p) => `“${p.id}” yüklemesi artık yok.`,
  notRepeatable: (p) =>
    `${p.fileName} ancak başarısız olduktan veya iptal edildikten sonra yeniden denenebilir.`,
  notFinished: (p) => `${p.fileName} hâlâ yolda. Önce iptal edin.`,
  notAsking: (p) => `${p.fileName} bir yanıt beklemiyor.`,
  notPausable: (p) => `${p.fileName} şimdi duraklatılamaz: bitmiş, bitmek üzere veya bir yanıt bekliyor.`,
  notPaused: (p) => `${p.fileName} duraklatılmış değil.`,
  notQueued: (p) => `${p.fileName} sırada değil: yalnızca sırasını bekleyen yüklemeler taşınabilir.`,
  notSendable: (p) =>
    `${p.fileName} yeniden gönderilemez: hizmette olduğu bilinmiyor veya hiçbir şeyin gönderilmediği bir yerde.`,
  notAFile: (p) => `${p.path} bir dosya değil. Bir .apk veya .ipa dosyası seçin.`,
  changing: (p) => `${p.path} okunurken yazılıyor. Slipway bitmesini bekliyor.`,
  unfinished: (p) =>
    `${p.fileName} kendi sağlama toplamlarıyla eşleşmiyor, bu yüzden hiçbir şey yüklenmedi. Slipway, dosya hâlâ yazılıyor olabilir diye bekliyor. Yazılmıyorsa yeniden kopyalayın veya derleyin.`,
  unconfirmed: (p) =>
    `Hizmet ${p.fileName} dosyasını onaylamadı. Slipway yeniden göndermeden önce ulaşıp ulaşmadığına bakıyor.`,
  unconfirmedSend: (p) =>
    `Hizmet ${p.version} sürümünün gönderildiğini onaylamadı. Slipway yeniden göndermeden önce bakıyor.`,
  noVersion: (p) => `Hizmet ${p.fileName} dosyasını kabul etti ama hangi sürüm olduğunu söylemedi.`,
  notActivated: (p) => `Hizmet yanıt verdi ama ${p.version} sürümü hâlâ kapalı. Slipway yeniden deniyor.`,
  notShown: (p) => `Hizmet ${p.version} sürümünü aldı ama henüz göstermiyor. Slipway yeniden arıyor.`,
  applicationGone: (p) =>
    `Bu derlemenin gideceği ${p.id} numaralı uygulama hizmette yok. Klasör veya yükleme için başka birini seçip dosyayı yeniden yükleyin.`,
  otherPackage: (p) =>
    `${p.id} numaralı uygulamada (“${p.name}”) ${p.holds} var, bu derleme ise ${p.build}; bu yüzden oraya gönderilmedi. Başka bir uygulama seçin veya Slipway’in paketten bulmasına izin verin.`,
  gone: (p) =>
    `${p.version} sürümü hizmette yok ya da artık yok. Yeniden deneyin: Slipway onu bir kez daha arar ve dosyayı yalnızca orada değilse yeniden yükler.`,
  badCursor: () => 'Geçmişin bu sayfası bilinmiyor. Geçmişi baştan okuyun.',
  notSaved: (p) =>
    `Yükleme günlüğü yazılamıyor (${p.reason}). Yazılabilene kadar hiçbir şey yüklenmez. Slipway verilerinin bulunduğu diskteki boş yeri denetleyin.`,
};

export const watcher: ErrorCatalogue['watcher'] = {
  missing: (p) => `${p.path} klasörü yok. Oluşturun, diskini bağlayın veya başka bir klasör seçin.`,
  unmounted: (p) => `${p.path} klasörünün diski bağlı değil: yalnızca boş yeri duruyor. Diski bağlayın.`,
  notAFolder: (p) => `${p.path} klasör değil, dosya. İçinde bulunduğu klasörü seçin.`,
  denied: (p) => `${p.path} klasörü okunamıyor: erişim reddedildi. Erişime izin verip yeniden deneyin.`,
  unreachable: (p) => `${p.path} klasörüne şu anda ulaşılamıyor (${p.reason}). Slipway denemeyi sürdürüyor.`,
  stopped: () => 'İzleme durduruldu.',
};
