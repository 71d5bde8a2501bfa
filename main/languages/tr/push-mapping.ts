/** Turkish for what is said of mapping files and messages. */
import type { SentenceCatalogue } from '../translation.ts';

const sent = (p: { readonly path: string; readonly text: string }, was: string): string =>
  `${p.path} ${was} ve ${p.text} metni olarak gönderilir.`;

export const mapping: SentenceCatalogue['mapping'] = {
  // What is no JSON
  afterEnd: () => 'JSON’un sonundan sonra bir şey daha var. Onu kaldırın.',
  tooDeep: () => 'İç içe geçme çok derin.',
  endsEarly: () => 'Metin erken bitiyor; bir değer eksik.',
  nameExpected: () => 'Burada çift tırnak içinde bir ad bekleniyor.',
  colonExpected: () => 'Addan sonra iki nokta üst üste bekleniyor.',
  commaInObject: () => 'Bu nesnede virgül ya da } bekleniyor.',
  commaInArray: () => 'Bu listede virgül ya da ] bekleniyor.',
  commaBeforeBrace: () => '} işaretinden önceki virgülü kaldırın.',
  commaBeforeBracket: () => '] işaretinden önceki virgülü kaldırın.',
  quotesOpen: () => 'Tırnak içindeki metin kapatılmamış.',
  wrongBackslash: () => 'Buradaki ters eğik çizginin ardında yanlış bir harf var.',
  valueExpected: () =>
    'Burada metin, sayı, true, false, null, { ya da [ bekleniyor. Metin çift tırnak içinde yazılır.',
  // What is no mapping file
  keyNoText: () => 'Anahtar adı çift tırnak içinde metin olmalıdır.',
  keyEmpty: () => 'Anahtar adı boş. Değerin hangi adla geldiğini girin.',
  notificationNoObject: () =>
    '“notification”, özelliklerden ve anahtar adlarından oluşan bir nesne olmalıdır.',
  wrongVersion: (p) => `“configuration_version” değeri "${p.version}" metni olmalıdır.`,
  noMapping: () =>
    'Bu bir eşleme dosyası değil: İçinde “notification” bulunan tek bir JSON nesnesi içermelidir.',
  // Older forms
  dataPaths: () =>
    'Bu, dosyanın “notification” içermeyen en eski biçimidir: Her özellik “data” üzerinden anahtarına ulaşır. En içteki adlar anahtar sayılarak sürüm 2 gibi okunur.',
  channelsApart: () =>
    'Bu, dosyanın “configuration_version” içermeyen ve kanalın anahtarları “v21” altında duran eski biçimidir. Sürüm 2 gibi okunur.',
  noVersion: () => 'Bu, dosyanın “configuration_version” içermeyen eski bir biçimidir. Sürüm 2 gibi okunur.',
  olderVersion: (p) =>
    `“configuration_version” değeri "${p.version}", yani bu, dosyanın eski bir biçimidir. Sürüm 2 gibi okunur.`,
  moves: (p) =>
    `Sürüm 2’ye dönüştürme anahtarların yerini değiştirir: Gönderenler artık şunu kullanmalıdır: ${p.names.join(', ')}.`,
  // What is worth a look
  givenTwice: (p) => `“${p.name}” iki kez verilmiş; sonuncusu geçerlidir.`,
  unknownProperty: (p) => `“${p.property}” bir bildirim özelliği değil; işleyici bunu dikkate almaz.`,
  leadsNowhere: (p) => `“${p.property}” bir anahtar adına ulaşmıyor, bu yüzden hiçbir şeyle eşleşmez.`,
  leadsToEmpty: (p) => `“${p.property}” boş bir ada ulaşıyor, bu yüzden hiçbir şeyle eşleşmez.`,
  sameKey: (p) => `“${p.property}” ve “${p.other}” aynı “${p.key}” anahtarından alınıyor.`,
  sameKeyApart: (p) =>
    `“${p.property}” ve “${p.other}” için “${p.key}” anahtarı farklı yerlerde duruyor. Dosyayı dönüştürmeden önce birine başka bir anahtar verin.`,
  // Why a message cannot be sent: the middle of a sentence
  messageNoObject: () => 'bir JSON nesnesi değil',
  messageNoData: () => '“data” nesnesi yok',
  messageNoNotification: () => '“data.notification” nesnesi yok',
  targetMissing: () => '“to” bir cihaz belirteci ya da bir konu olmalıdır',
  targetWithSpace: () => '“to” boşluk içeriyor; hiçbir belirteçte ve konuda boşluk olmaz',
  topicName: () => 'konu adı yalnızca İngiliz harfleri, rakamlar ve - . _ ~ % içerebilir',
  // What was changed in a message
  leftOut: (p) => `${p.path} null olduğu için atlanır.`,
  sentList: (p) => sent(p, 'bir listeydi'),
  sentObject: (p) => sent(p, 'bir nesneydi'),
  sentNumber: (p) => sent(p, 'bir sayıydı'),
  sentBoolean: (p) => sent(p, 'bir doğruluk değeriydi'),
  notSent: (p) =>
    `“to” ve “data” yanındaki şunlar gönderilmez: ${p.names.map((name) => `“${name}”`).join(', ')}.`,
  tooLarge: (p) => `Veriler ${p.bytes} bayt tutuyor; sağlayıcılar ${p.most} bayttan fazlasını reddeder.`,
  // Why a service account cannot be used: the middle of a sentence
  accountNoJson: () => 'JSON değil',
  accountNoObject: () => 'bütünüyle bir JSON nesnesi değil',
  accountIncomplete: (p) => `içinde şunlar eksik ya da yanlış: ${p.names.join(', ')}`,
  accountWrongKey: () => 'private_key değeri PEM biçiminde bir anahtar değil',
};
