/** Turkish for errors of pushes. */
import type { ErrorCatalogue } from '../translation.ts';

type Place = { readonly line: number; readonly column: number };

const soon = (seconds: number | null): string =>
  seconds === null ? 'Daha sonra' : `${seconds} saniye sonra`;

const at = (place: Place): string => `satır ${place.line}, sütun ${place.column}`;

export const push: ErrorCatalogue['push'] = {
  notJson: (p) => `Eşleme dosyası geçerli bir JSON değil (${at(p)}): ${p.problem}`,
  invalidMapping: (p) => `Eşleme dosyası kullanılamıyor (${at(p)}): ${p.problem}`,
  cannotEdit: (p) =>
    `Eşleme dosyası değiştirilemiyor: ${at(p)} konumunda süslü ayraçlı bir nesne bekleniyor. Önce bunu metinde düzeltin.`,
  emptyName: () => 'Ad boş. Değerin hangi adla geldiğini girin.',
  noSuchProperty: (p) => `Eşlemede “${p.property}” adlı bir özellik yok.`,
  nameTaken: (p) =>
    `Eşlemede “${p.property}” adlı bir özellik zaten var. Önce onu kaldırın veya başka bir ad seçin.`,
  sameKeyApart: (p) =>
    `“${p.property}” ve “${p.other}” için “${p.key}” anahtarı, sürüm 2’nin ayırt etmediği farklı yerlerde duruyor. Önce birine başka bir anahtar verin.`,
  noFolder: (p) => `${p.path} bir klasör değil. “config” klasörünün bulunduğu proje klasörünü seçin.`,
  changedMeanwhile: (p) =>
    `${p.path} denetlendiği zamanki gibi değil, bu yüzden hiçbir şey değiştirilmedi. Yeniden denetleyin.`,
  notFullPath: (p) => `“${p.path}” tam bir yol değil. Diskin kökünden başlayarak girin.`,
  nothingToUndo: (p) => `${p.path} içinde geri alınacak bir değişiklik yok.`,
  notText: (p) =>
    `${p.path} UTF-8 metni değil, bu yüzden açılmadı. Eşleme dosyasını, pushnotification.json dosyasını seçin.`,
  notMappingSize: (p) =>
    `${p.path} bir eşleme dosyasının olabileceğinden çok daha büyük, bu yüzden açılmadı. pushnotification.json dosyasını seçin.`,
  notJsonName: (p) => `${p.path} .json ile bitmiyor, bu yüzden oraya bir şey kaydedilmedi.`,
  fileChanged: (p) =>
    `${p.path} açıldıktan sonra başka bir şey tarafından değiştirildi, bu yüzden üzerine kaydedilmedi.`,
  fileGone: (p) => `${p.path} artık yok. Yeniden oluşturmak için bir kez daha kaydedin.`,
  fileThere: (p) => `${p.path} zaten var ve burada açılmadı. Onu açın ya da başka bir adla kaydedin.`,
  isLink: (p) =>
    `${p.path} bir bağlantı ya da projenin dışında veya dışarı çıkan bir bağlantının ardında; bu yüzden değiştirilmedi.`,
  messageNotJson: (p) => `İleti geçerli bir JSON değil (${at(p)}): ${p.problem}`,
  badMessage: (p) =>
    `İleti gönderilemiyor: ${p.problem}. Biçimi şöyledir: {"to": "BELİRTEÇ", "data": {"notification": {"ANAHTAR": "METİN"}}}.`,
  badServiceAccount: (p) =>
    `Hizmet hesabı dosyası kullanılamıyor: ${p.problem}. Sağlayıcıdan JSON biçiminde yeni bir anahtar indirin.`,
  accountRefused: (p) =>
    `${p.host} hizmet hesabını kabul etmiyor (${p.said}). Anahtarının hâlâ geçerli ve bu bilgisayarın saatinin doğru olduğunu denetleyin.`,
  wrongKey: (p) => `${p.host} anahtarı kabul etmiyor. Bu projenin doğru anahtarı olduğunu denetleyin.`,
  switchedOff: (p) =>
    `${p.host} bu adreste bir şey bulundurmuyor. Sunucu anahtarıyla gönderme çoğu projede kapalıdır; bunun yerine bir hizmet hesabıyla (HTTP v1) gönderin.`,
  notAllowed: (p) =>
    `Hizmet hesabı bu proje için ileti gönderemez (${p.said}). Ona bu rolü verin ve ileti arayüzünü açın.`,
  noProject: (p) =>
    `${p.host} projeyi veya belirteci tanımıyor. Hizmet hesabının uygulamanın projesine ait olduğunu denetleyin.`,
  tokenGone: () =>
    'Cihazın belirteci artık geçerli değil: Uygulama kaldırılmış veya yeni bir belirteç almış. Uygulamanın şimdi aldığı belirteci kullanın.',
  badToken: () => 'Bu bir cihaz belirteci değil. Belirteci uygulamanın aldığı gibi eksiksiz girin.',
  otherSender: () =>
    'Belirteç, anahtarınkinden başka bir gönderen kimliğine ait. project.json içindeki gönderen kimliğini ve anahtarın projesini denetleyin.',
  quota: (p) =>
    `${p.host} şimdilik ileti kabul etmiyor: Bir sınıra ulaşıldı. ${soon(p.seconds)} yeniden deneyin.`,
  unavailable: (p) => `${p.host} şu anda gönderemiyor. ${soon(p.seconds)} yeniden deneyin.`,
  appleKey: () =>
    'Apple, sağlayıcının bu uygulama için anahtarını reddetti. Sağlayıcıda kayıtlı push anahtarını veya sertifikasını denetleyin.',
  tooLarge: () => 'İleti çok büyük. Sağlayıcılar 4096 bayt veri kabul eder; kısaltın.',
  refused: (p) =>
    `${p.host} iletiyi reddetti${p.said === '' ? '' : `: ${p.said}`}. Düzeltip yeniden gönderin.`,
  strangeAnswer: (p) =>
    `${p.host} adresinde yanıt veren bir push sağlayıcısı değil; bu yüzden iletinin gönderilip gönderilmediği bilinmiyor. Adresi denetleyin.`,
  notSent: (p) =>
    `Geçmişte ${p.id} numaralı ileti yok; yalnızca en yeni 500 ileti tutulur. Listelenenlerden birini seçin.`,
  keyNotKept: (p) =>
    `${p.id} numaralı ileti, yalnızca o sefer için verilen ve saklanmayan bir anahtarla gönderildi. Saklanan bir gönderen adı verin veya anahtarı yeniden girin.`,
  notKept: (p) => `İletinin sonucu geçmişe yazılamadı: ${p.reason} Bu yüzden iletiyi bir daha göndermeyin.`,
  unknownSender: (p) =>
    `“${p.name}” adlı bir gönderen yok. ${p.known === '' ? 'Henüz hiçbiri saklanmıyor.' : `Saklananlar: ${p.known}.`}`,
  secretMissing: (p) => `“${p.name}” göndereni için saklanan bir anahtar yok. Yeniden girin.`,
};
