/** Turkish for the connection test. */
import type { english } from '../connection.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  test: 'Bağlantıyı sına',
  testing: 'Sınanıyor…',
  result: 'Bağlantı sınaması',
  signIn: 'Oturum açma',
  service: 'Hizmet',
  works: 'Çalışıyor',
  wrong: 'Çalışmıyor',
  notTried: 'Henüz denenmedi',
  allWorks: 'Her şey çalışıyor: Slipway oturum açabiliyor ve hizmet onu kabul ediyor.',
  parts: {
    name: 'Adres bulunamadı',
    port: 'Bu adreste dinleyen yok',
    network: 'Adrese ulaşılamıyor',
    certificate: 'Sertifikaya güvenilmiyor',
    proxy: 'Vekil sunucu geçirmiyor',
    address: 'Bu bir dağıtım hizmeti değil',
    client: 'İstemci kimliği veya sırrı',
    user: 'Kullanıcı adı veya parola',
    scope: 'Kapsam',
    'sign-in': 'Oturum açmanın bütünü',
    entrance: 'Oturum açıldı ama kabul edilmedi',
    mode: 'Yanıtların türü',
    service: 'Hizmetin kendisinde sorun var',
  },
  help: {
    user: 'Bazı hizmetler istemci kimliği veya sırrı yanlış olduğunda da aynısını söyler.',
    certificate: 'Şirketinizin sertifikasına Ayarlar, Ağ bölümünde güvenebilirsiniz.',
    proxy: 'Vekil sunucular Ayarlar, Ağ bölümünde belirlenir.',
  },
  offline: 'Bu bilgisayarda şu anda ağ yok; bu yüzden bu, hesap hakkında bir şey söylemez.',
  saveAnyway: 'Yine de kaydet',
  saveAnywayHint:
    'Oturum açılabiliyor, bu yüzden hesap kaydedilebilir; derlemeler hizmet de çalışana kadar bekler.',
};
