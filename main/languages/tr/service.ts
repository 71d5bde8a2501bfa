/** Turkish for failures of the built-in service. */
import type { ErrorCatalogue } from '../translation.ts';

export const service: ErrorCatalogue['service'] = {
  token: () => 'Erişim belirteci yanlış veya süresi dolmuş. Oturum açma adresinden yenisini isteyin.',
  noRoute: (p) => `${p.path} adresinde bir şey yok. Adresi denetleyin.`,
  method: (p) => `Bu adreste ${p.method} kullanılamaz. Şunu kullanın: ${p.allowed}.`,
  notAcceptable: (p) =>
    `Accept: ${p.accept} için uygun yanıt yok. application/json veya application/vnd.<sağlayıcı>.hateaos+json kullanın.`,
  badId: (p) => `${p.id} kimliği 1 ile 2147483647 arasında bir tam sayı değil.`,
  badPath: (p) =>
    `${p.path} adresi doğru yazılmamış: her % işaretinden sonra iki onaltılık basamak gelir ve bunlar birlikte UTF-8 olur.`,
  badHost: (p) =>
    `İstekte ${p.hosts.length === 1 ? `ana bilgisayar belirtmeyen bir Host başlığı var: “${p.hosts[0]}”` : p.hosts.length === 0 ? 'Host başlığı yok' : `${p.hosts.length} Host başlığı var`}. Bu hizmetin adı ve bağlantı noktasıyla tam bir tane gönderin.`,
  badBody: (p) => `İsteğin gövdesi kullanılamıyor: ${p.reason}.`,
  bodyTooLarge: (p) => `${p.what}: bu hizmetin kabul ettiğinden büyük. Daha azını gönderin.`,
  badRequest: () => 'Bu, HTTP/1.1’e uygun bir istek değil. Hiçbir bölümü yerine getirilmedi.',
  headersTooLarge: () => 'İsteğin üst bilgileri bu hizmetin kabul ettiğinden büyük. Daha azını gönderin.',
  tooSlow: (p) => `${p.what}: ${p.seconds} s içinde gelmedi. Hiçbir şey saklanmadı; yeniden deneyin.`,
  silent: (p) =>
    `${p.seconds} s boyunca gövdeden bir şey gelmedi, bu yüzden kalanı beklenmiyor. Hiçbir şey saklanmadı; yeniden deneyin.`,
  mediaType: (p) =>
    `${p.given} içerik türü burada anlaşılmıyor. Şunu gönderin: ${p.wanted === '' ? 'gövdesiz istek' : p.wanted}.`,
  noApplication: (p) => `${p.id} numaralı uygulama yok. Silinmiş olabilir.`,
  noVersion: (p) => `${p.id} numaralı sürüm yok. Silinmiş olabilir.`,
  noProfile: (p) => `${p.id} numaralı profil yok. Silinmiş olabilir.`,
  noItem: (p) => `${p.id} numaralı profil öğesi yok. Silinmiş olabilir.`,
  noLink: () => 'Bu bağlantı bir yere çıkmıyor. Sürüm silinmiş olabilir; gönderenden yenisini isteyin.',
  inactive: (p) =>
    `${p.name} ${p.version} etkin değil, bu yüzden indirilemez ve gönderilemez. Önce etkinleştirin.`,
  disabled: (p) => `${p.name} kapatılmış ve indirilemez.`,
  credentials: () => 'Bu sayfa kullanıcı adı ve parola istiyor.',
  slowDown: (p) => `Çok fazla yanlış ad veya parola. ${p.seconds} s bekleyip yeniden deneyin.`,
  condition: () => 'Dosya artık istenen dosya değil. Yeniden indirin.',
  noFile: () => 'Yüklemede derleme yok. “file” form alanında bir dosya gönderin.',
  twoFiles: () => 'Yüklemede birden çok dosya var. Her seferinde bir derleme gönderin.',
  emptyFile: (p) => `${p.name} boş. Bitmiş bir derleme seçin.`,
  badUpload: (p) => `Yükleme bozuk geldi (${p.reason}). Hiçbir şey saklanmadı; yeniden gönderin.`,
  tooLarge: (p) => `Derleme ${p.limit} bayt sınırından büyük.`,
  unreadable: (p) => p.reason,
  full: () => 'Hizmetin diskinde yeterli boş yer yok. Hiçbir şey saklanmadı; orada yer açın.',
  busy: (p) => `Zaten ${p.limit} yükleme sürüyor. Biraz sonra yeniden deneyin.`,
  badAddress: (p) =>
    `E-posta adresi değil: ${p.addresses.map((each) => `“${each}”`).join(', ')}. Kimseye e-posta gönderilmedi.`,
  unknownPeople: (p) =>
    `Bulunamadı: ${[...p.teamIds.map((id) => `ekip ${id}`), ...p.memberIds.map((id) => `üye ${id}`)].join(', ')}. Kimseye e-posta gönderilmedi.`,
  nobody: () =>
    'Gönderilecek kimse belirtilmedi. En az bir kişiye ulaşan ekipler, üyeler veya adresler verin.',
  badMember: (p) => `“${p.email}” bir e-posta adresi değil. ann@example.org gibi bir adres verin.`,
  badLine: (p) => p.reason,
  badCsv: (p) => `Kimse içe aktarılmadı: ${p.reason}.`,
  badName: (p) => `Satır sonu içermeyen, 1–200 karakterlik bir ad gerekir (${p.what}).`,
  taken: (p) => `Zaten var: ${p.what} ${p.name}.`,
  noPerson: (p) => `Yok: ${p.what} ${p.id}.`,
  weakPassword: (p) => `Parola en az ${p.least} karakter olmalı.`,
  listen: (p) =>
    `Hizmet ${p.host} adresinde ${p.port} numaralı bağlantı noktasını dinleyemiyor (${p.reason}). Başka bir bağlantı noktası (boş olan herhangi biri için 0) veya bu bilgisayarın başka bir adresini seçin.`,
  noHost: (p) =>
    `${p.host} adında bir bilgisayar yok (${p.reason}), bu yüzden hizmet orayı dinleyemez. Bu bilgisayarın bir adresini seçin, örneğin 127.0.0.1.`,
  publicUrl: (p) =>
    `${p.host} bu bilgisayarın tüm adresleri demektir, ama bağlantıların bunlardan birine çıkması gerekir. Dinlenecek olanı veya test kullanıcılarının hizmete nasıl ulaştığını belirtin.`,
  noMail: (p) => `Giden kutusunda ${p.id} iletisi yok.`,
  mailGone: (p) => `${p.id} iletisi posta sunucusuna teslim edildi ve burada tutulmuyor.`,
  mailUnreachable: (p) => `${p.server} posta sunucusuna ulaşılamıyor: ${p.reason}.`,
  mailCertificate: (p) =>
    `${p.server} posta sunucusunun sertifikasına güvenilmiyor: ${p.reason}. Sertifikanın düzenlendiği adı kullanın ve bu bilgisayarın onu düzenleyene güvenmesini sağlayın.`,
  mailUnencrypted: (p) =>
    `${p.server} posta sunucusuyla şifreli bağlantı kurulamıyor: ${p.reason}. Bağlantı noktasını ve TLS’nin ne zaman kullanıldığını denetleyin.`,
  mailSignIn: (p) =>
    `${p.server} posta sunucusu kullanıcı adını veya parolayı kabul etmedi: ${p.reason}. Yeniden girin.`,
  mailRefused: (p) => `${p.server} posta sunucusu iletiyi reddetti: ${p.reason}.`,
  mailDelayed: (p) => `${p.server} posta sunucusu iletiyi henüz almadı: ${p.reason}.`,
  stopped: () => 'Hizmet durduruldu.',
};
