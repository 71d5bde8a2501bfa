/** Turkish for Test apps. */
import type { english, englishRecipients } from '../apps.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  list: 'Test uygulamaları',
  versionsOf: (name) => `${name}: sürümler`,
  back: 'Tüm test uygulamaları',
  noVersion: 'Henüz sürüm yok',
  active: 'Etkin',
  inactive: 'Kapalı',
  countVersions: (_, shown) => `${shown} sürüm`,
  countActive: (shown) => `${shown} etkin`,
  countApps: (_, shown) => `${shown} uygulama`,
  switchOn: (version) => `${version} etkin`,
  send: 'Gönder…',
  sendTitle: (name, version) => `${name} ${version} sürümünü gönder`,
  sendButton: 'Gönder',
  sendingNow: 'Gönderiliyor…',
  sendOff: 'Bu sürüm kapalı. Etkinleştirilene kadar test kullanıcıları onu kuramaz.',
  nobodyChosen: 'En az bir ekip, kişi veya adres seçin.',
  badAddresses: (bad) =>
    bad.length === 1
      ? `“${bad[0]}” bir e-posta adresi değil. Önce düzeltin veya kaldırın.`
      : `Bunlar e-posta adresi değil: ${bad.map((each) => `“${each}”`).join(', ')}. Önce düzeltin veya kaldırın.`,
  never: 'Henüz gönderilmedi',
  sentTo: (shown) => `Gönderildi: ${shown}`,
  downloadedBy: (shown) => `indiren: ${shown}`,
  openedBy: (shown) => `açan: ${shown}`,
  status: ['Eklendi', 'Gönderildi', 'Açıldı', 'İndirildi'],
  statusUnknown: (number) => `Durum ${number}`,
  who: 'Kimlere gitti',
  nobodyYet: 'Henüz kimseye.',
  note: 'Sürüm notu',
  size: 'Boyut',
  uploaded: 'Yüklendi',
  lastSent: 'Son gönderim',
  platform: 'Platform',
  file: 'Dosya',
  uniqueName: 'Tanımlayıcı',
  versionNumber: 'Sürüm numarası',
  copyLink: 'Kurulum bağlantısını kopyala',
  openLink: 'Kurulum sayfasını aç',
  link: 'Kurulum bağlantısı',
  noLink:
    'Bu hizmetin Slipway’in bildiği bir kurulum sayfası yok. Olması için hesaba bir bağlantı şablonu ekleyin.',
  removeVersion: 'Sürümü sil…',
  removeApplication: 'Uygulamayı sil…',
  removeVersionTitle: (name, version) => `${name} ${version} silinsin mi?`,
  removeVersionText: (recipients) =>
    recipients === 0
      ? 'Derleme ve kurulum bağlantısı hizmetten silinir. Bu işlem geri alınamaz.'
      : `Derleme, kurulum bağlantısı ve ${recipients} alıcının kaydı hizmetten silinir. Onu kurmuş olan test kullanıcılarında kalır. Bu işlem geri alınamaz.`,
  removeVersionButton: '1 sürümü sil',
  removeApplicationUncounted:
    'Uygulama; tüm sürümleri, kurulum bağlantıları ve kimlere gittiğinin kaydıyla birlikte hizmetten silinir. Bu işlem geri alınamaz.',
  removeApplicationTitle: (name) => `${name} silinsin mi?`,
  removeApplicationText: (versions, shown) =>
    versions === 0
      ? 'Uygulama hizmetten silinir. Hiç sürümü yok. Bu işlem geri alınamaz.'
      : `Uygulama; ${shown} sürümü, kurulum bağlantıları ve kimlere gittiğinin kaydıyla birlikte hizmetten silinir. Bu işlem geri alınamaz.`,
  removeApplicationButton: (versions, shown) =>
    versions === 0 ? 'Uygulamayı sil' : `Uygulamayı ve ${shown} sürümü sil`,
  deleting: 'Siliniyor…',
  emptyTitle: 'Test uygulamaları burada görünür',
  emptyText: 'Test dağıtımına yüklediğiniz ilk derleme bir uygulama oluşturur.',
  noAccountTitle: 'Henüz hesap yok',
  noAccountText: 'Oturum açtığınız hesabın test uygulamaları burada görünür.',
  emptyVersionsTitle: 'Sürüm yok',
  emptyVersionsText: 'Bu uygulamanın bir derlemesi yüklendiğinde sürümler burada görünür.',
  details: 'Ayrıntılar',
  showVersions: 'Sürümleri göster',
  signIn: 'Oturum aç…',
  application: 'Uygulama',
  copyShort: 'Bağlantıyı kopyala',
  openShort: 'Sayfayı aç',
  qrCode: (name) => `${name} kurulum bağlantısının karekodu`,
  scan: 'Tam bu sürümü kurmak için kodu telefonla tarayın.',
  onlyHere: 'Bu bağlantı bu bilgisayara çıkıyor: telefon onu açamaz.',
};

export const recipientWords: Translation<typeof englishRecipients> = {
  label: 'Alıcılar',
  placeholder: 'Ekipler, adlar veya e-posta adresleri',
  hint: 'İstediğiniz kadar adres yapıştırın; boşluk, virgül veya satırla ayrılır.',
  teams: 'Ekipler',
  people: 'Kişiler',
  members: () => ' üye',
  remove: (name) => `${name}: kaldır`,
  bad: (name) => `${name}, e-posta adresi değil`,
  nobody: 'Kimseye haber verilmez.',
  summary: (_, shown, names) => `${shown} kişi: ${names}`,
  andMore: (count) => `${count} kişi daha`,
  unknownTeam: (id) => `Ekip ${id}`,
  unknownMember: (id) => `Kişi ${id}`,
  moreHidden: (count) => `${count} tane daha; bulmak için yazın`,
};
