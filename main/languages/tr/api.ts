/** Turkish for errors of calls to a distribution service. */
import type { ErrorCatalogue } from '../translation.ts';

const pathHint = (p: { readonly path: string }): string =>
  p.path === '' ? '' : ` Adreslerde ${p.path} yolu var: hizmet orada değilse bu yolu çıkarın.`;

export const api: ErrorCatalogue['api'] = {
  unknownHost: (p) =>
    `${p.host} adresi bulunamadı. Doğru yazıldığından ve bu bilgisayarın çevrimiçi olduğundan emin olun.`,
  connectionRefused: (p) =>
    `${p.host} adresinde yanıt veren yok. Adresi ve bağlantı noktasını, hizmetin çalışıp çalışmadığını denetleyin.`,
  unreachable: (p) => `${p.host} adresine ulaşılamıyor (${p.reason}). Ağ bağlantısını denetleyin.`,
  connectionLost: (p) => `${p.host} ile bağlantı koptu. Ağ bağlantısını denetleyip yeniden deneyin.`,
  timeout: (p) =>
    `${p.host} ${p.seconds} saniye boyunca yanıt vermedi. Ağ bağlantısını denetleyip yeniden deneyin.`,
  cutShort: (p) =>
    `${p.host} ile bağlantı iki kez aynı yerde, dosyanın ${p.size} kadarından sonra koptu: yoldaki bir şey daha büyük bir yüklemeye izin vermiyor. Ağı veya hizmeti işletenden daha yüksek bir sınır isteyin ya da başka bir ağ kullanın.`,
  largePackets: (p) =>
    `${p.host} yanıt veriyor ama dosyadan hiçbir şey geçmiyor: yoldaki bir şey büyük paketleri yutuyor. Ağ veya VPN için daha küçük bir paket boyutu (MTU) ayarlayın ya da başka bir ağ kullanın.`,
  certificate: (p) =>
    `${p.host} ile bağlantı güvenli değil: ${p.reason}. Adresi denetleyin veya hizmeti işletene sorun.`,
  proxy: (p) => `${p.proxy} vekil sunucusu isteği geçirmedi: ${p.reason}. Ağ ayarlarını denetleyin.`,
  proxyPassword: (p) =>
    `${p.proxy} vekil sunucusu kullanıcı adı ve parola istiyor. Bunları ağ ayarlarına girin.`,
  proxyRefused: (p) =>
    `${p.proxy} vekil sunucusu verilen kullanıcı adını ve parolayı kabul etmiyor. Ağ ayarlarında düzeltin.`,
  proxyAddress: (p) =>
    `“${p.proxy}” vekil sunucusu kullanılamıyor. http:// veya https:// ile başlayan bir adres verin.`,
  notHttp: (p) =>
    `${p.host} adresinde yanıt veren HTTP konuşmuyor. Bağlantı noktasını ve adresin https:// mi http:// mi olduğunu denetleyin.`,
  tooMuch: (p) => `${p.host} adresinin yanıtı bir dağıtım hizmeti için fazlasıyla uzun.`,
  garbled: (p) =>
    `${p.host} adresinin yanıtı okunamıyor (${p.reason}). Yeniden deneyin; sürerse hizmeti veya vekil sunucuyu işletene sorun.`,
  credentialsRefused: (p) => `Oturum açılamadı: ${p.said} Kullanıcı adını ve parolayı denetleyin.`,
  clientRefused: (p) => `Oturum açılamadı: ${p.said} İstemci kimliğini ve istemci sırrını denetleyin.`,
  scopeRefused: (p) => `Oturum açılamadı: ${p.said} Hesabın kapsamını denetleyin.`,
  signInRefused: (p) => `Oturum açılamadı: ${p.said} Hesabın oturum açma ayarlarını denetleyin.`,
  unauthorized: (p) => `Hizmet oturumu artık kabul etmiyor: ${p.said} Yeniden oturum açın.`,
  forbidden: (p) => `Bu hesabın buna izni yok: ${p.said} İzni olan bir hesapla oturum açın.`,
  missing: (p) => `Bu, hizmette yok veya artık yok: ${p.said}`,
  wrongAddress: (p) =>
    `${p.host} adresinde bir dağıtım hizmeti yok (yanıt: ${p.status}). Hesabın adreslerini denetleyin.${pathHint(p)}`,
  redirected: (p) =>
    p.location === null
      ? `${p.host} nereye olduğunu söylemeden başka yere yönlendiriyor. Hesabın adreslerini denetleyin.`
      : `${p.host} şuraya yönlendiriyor: ${p.location}. Hizmet orasıysa adres olarak onu girin.`,
  notEncrypted: (p) =>
    `Burada yalnızca https:// ile başlayan adresler kullanılır; ${p.host} adresi öyle değil.`,
  refused: (p) => `Hizmet bunu reddetti: ${p.said}`,
  tooLarge: (p) =>
    p.size === null
      ? `Bu, hizmetin kabul ettiğinden fazla: ${p.said}`
      : `Dosya ${p.size}; hizmetin kabul ettiğinden büyük: ${p.said} Daha küçük bir dosya seçin veya sınırın yükseltilmesini isteyin.`,
  busy: (p) =>
    p.seconds === null
      ? `Hizmet meşgul: ${p.said} Daha sonra yeniden deneyin.`
      : `Hizmet meşgul: ${p.said} ${p.seconds} saniye sonra yeniden deneyin.`,
  full: (p) => `Hizmette yer kalmadı: ${p.said} Birinin orada yer açması gerek; ardından devam eder.`,
  broken: (p) => `Hizmette bir sorun oluştu (${p.status}): ${p.said} Daha sonra yeniden deneyin.`,
  webPage: (p) =>
    `${p.host} veri yerine bir web sayfasıyla yanıt verdi${p.title === null ? '' : ` (“${p.title}”)`}. Hesabın adreslerini ve ağın kendi oturumunu isteyip istemediğini denetleyin.${pathHint(p)}`,
  notPromised: (p) =>
    `${p.host} yanıt verdi ama beklenen gelmedi: ${p.what} (${p.problem}). Hesabın adreslerini denetleyin.`,
  unconfirmed: (p) =>
    `${p.host} dosyayı aldı ama ona ne olduğunu söylemedi. Yeniden göndermeden önce hizmette olup olmadığına bakın.`,
  fileChanged: (p) =>
    `${p.path} gönderilirken değişti, bu yüzden yükleme durduruldu. Şimdiki haliyle gönderiliyor.`,
  unknownAccount: (p) => `“${p.id}” hesabı artık yok. Başka bir hesap seçin.`,
};
