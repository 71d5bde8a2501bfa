/** Turkish for the first steps. */
import type { english } from '../first-steps.ts';
import type { Translation } from '../in-language.ts';

export const words: Translation<typeof english> = {
  step: (number, of) => `Adım ${number} / ${of}`,
  accountTitle: 'Derlemeler nereye gitsin?',
  accountText:
    'Slipway biten derlemeleri bir dağıtım hizmetine yükler ve test kullanıcılarınıza haber verir.',
  signIn: 'Bir hizmette oturum aç…',
  signInText:
    'Şirketiniz veya bir sağlayıcı işletir. Adresleri, bir kullanıcı adı ve bir istemci kimliği gerekir.',
  builtIn: 'Bu bilgisayardaki yerleşik hizmeti kullan',
  builtInText: 'Kaydolmak gerekmez. Derlemeler ve e-postalar bu bilgisayarda kalır.',
  starting: 'Başlatılıyor…',
  lookAround: 'Önce etrafa bak',
  lookAroundText: 'Hiçbir şey kurulmaz. Bu adımlar Ayarlar’da ve boş Yüklemeler’de sizi bekler.',
  folderTitle: 'Derlemeleriniz nerede oluşuyor?',
  folderText: 'Slipway bir klasörü izler ve içindeki her bitmiş .ipa veya .apk dosyasını yükler.',
  looking: 'Projeler aranıyor…',
  projects: 'Bu bilgisayarda bulunan projeler',
  moreProjects: (count) => `${count} tane daha göster`,
  inProject: (project) => `${project} içinde ne izlensin`,
  everything: 'Bu klasör ve altındakilerin tümü',
  everythingText: 'Neresinde olursa olsun her bitmiş derleme alınır.',
  notYet: 'İlk derlemeyle oluşur; Slipway onu bekler.',
  other: 'Başka bir klasör',
  otherHint: 'Derleyicinizin yazdığı klasör veya bir projenin klasörü.',
  browserHint: 'Slipway’in çalıştığı bilgisayardaki tam yol.',
  choose: 'Seç…',
  fits: 'Orada ne izlensin',
  nothingChosen: 'Bir proje seçin veya bir klasör girin.',
  outcome: (account) =>
    `Biten derlemeler ${account} hesabının test dağıtımına gider ve etkinleştirilir. Henüz kimseye haber verilmez: bunu ve diğer her şeyi Klasörler’de değiştirebilirsiniz.`,
  watch: 'Bu klasörü izle',
  waitInstead: 'Oluştuğu anda izle',
  later: 'Şimdi değil',
  again: 'İlk adımlar…',
};
