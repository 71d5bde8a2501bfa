/** Turkish for errors of settings and of what joins the parts. */
import type { ErrorCatalogue } from '../translation.ts';

export const settings: ErrorCatalogue['settings'] = {
  invalid: (p) => p.problem,
  notSaved: (p) =>
    `Ayarlar kaydedilemedi (${p.reason}), bu yüzden hiçbir şey değişmedi. Slipway veri klasöründeki boş yeri ve izinleri denetleyin.`,
  unknownAccount: (p) => `“${p.id}” diye bir hesap yok. Listeden birini seçin veya bir hizmette oturum açın.`,
  unknownFolder: (p) => `İzlenen “${p.id}” klasörü artık yok.`,
  relativePath: (p) => `“${p.path}” tam bir yol değil. Klasörün yolunu diskin kökünden başlayarak girin.`,
  alreadyWatched: (p) => `${p.path} zaten izleniyor. Bunun yerine var olan klasörü değiştirin.`,
  badRule: (p) => `Klasörün kuralı kullanılamıyor. ${p.problem}`,
  badPattern: (p) => `“${p.pattern}” deseni kullanılamıyor: ${p.problem}.`,
  accountInUse: (p) =>
    `İzlenen ${p.folders} klasör “${p.name}” hesabına gönderiyor. Önce ${p.folders === 1 ? 'onu' : 'onları'} kaldırın veya değiştirin.`,
  badMailServer: (p) =>
    `Posta sunucusu doğru tanımlanmamış: ${p.problem}. Sunucusunu, bir bağlantı noktasını ve bir gönderen adresini verin.`,
  badReach: (p) => `Hizmete bu şekilde ulaşılamaz: ${p.problem}`,
  badCaFile: (p) =>
    `${p.path} sertifika dosyası olarak kullanılamıyor${p.line === null ? '' : ` (satır ${p.line})`}: ${p.problem}.`,
  proxyPassword: () => 'Vekil sunucunun parolası okunamıyor. Ağ ayarlarında yeniden girin.',
  secretsMissing: (p) => `“${p.name}” için saklanan parola yok. Yeniden oturum açın.`,
  secretsUnreadable: (p) => `${p.path} sır dosyası okunamıyor. Kenara alıp yeniden oturum açın.`,
  secretsOpen: (p) =>
    `${p.path} sır dosyasını başka kullanıcılar okuyabiliyor. Yalnızca kendinize izin verip (chmod 600) yeniden deneyin.`,
};

export const core: ErrorCatalogue['core'] = {
  serviceStopped: () => 'Yerleşik hizmet çalışmıyor. Önce başlatın.',
  ownAccess: (p) =>
    `Slipway kendi hizmetinde bununla oturum açıyor (${p.what} ${p.name}), bu yüzden olduğu gibi kalır. Başka programlar için ayrı bir tane oluşturun.`,
  sentUnseen: () =>
    'Sürüm gönderildi. Şimdiki durumu okunamadı: görmek için yeniden açın ve ikinci kez göndermeyin.',
  sendUnknown: (p) =>
    `Sürüm gönderilirken bağlantı kesildi ve gönderilip gönderilmediği hizmete sorulamadı: ${p.said} Yeniden göndermeden önce sürüme bakın.`,
  notSwitched: (p) =>
    `Hizmet yanıt verdi ama ${p.version} sürümü hâlâ ${p.active ? 'açık' : 'kapalı'}. Yeniden deneyin.`,
  moveTarget: (p) =>
    `Yüklenen derlemeler ${p.target} konumuna taşınamaz: klasör ${p.problem}. Başka bir klasör seçin.`,
  accountGone: () =>
    'Bu klasörün gönderdiği hesap kaldırıldı. Klasörü düzenleyip başka bir hesap seçin; o zamana dek biten derlemeler burada bekler.',
  notThereYet: (p) => `${p.path} klasörü henüz yok. Slipway oluştuğu anda izlemeye başlar.`,
  offline: () => 'Ağ yok. Geri geldiğinde Slipway devam eder.',
  metered: () => 'Ağ tarifeli. Başka bir ağ olduğunda veya ağ ayarları izin verdiğinde Slipway devam eder.',
  noFiles: () => 'Derleme verilmedi. En az bir .ipa veya .apk dosyası seçin.',
  badStaticUser: () => 'İki nokta içermeyen, 1–200 karakterlik bir kullanıcı adı verin.',
  noProfileName: () => 'Mağaza profiline bir ad gerekir. Bir ad yazın.',
  otherMode: (p) =>
    p.mode === 'plain'
      ? `Hizmet yalnızca bağlantılı yanıt veriyor; yalın sorulunca şunu dedi: ${p.said} Diğer yanıt türünü seçin.`
      : `Hizmet yalnızca yalın yanıt veriyor; bağlantılı sorulunca şunu dedi: ${p.said} Diğer yanıt türünü seçin.`,
  noLog: () => 'Günlüğe henüz bir şey yazılmadı.',
};
