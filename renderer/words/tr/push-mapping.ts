/** Turkish for the part Mapping file of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-mapping.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Eşleme dosyası burada form ve metin olarak görünür',
  emptyText:
    'Alınan bir iletinin hangi anahtarlarında başlık, metin, simge ve diğerlerinin olduğunu söyler. pushnotification.json dosyasını açın ya da yenisini yazın.',
  ofProject: (folder) => `Projeninkini aç: ${folder}`,
  open: 'Aç…',
  openTitle: 'Eşleme dosyası aç',
  openButton: 'Aç',
  newFile: 'Yeni dosya',
  paste: 'Metin yapıştır',
  untitled: 'Yeni eşleme dosyası',
  unsaved: 'Kaydedilmedi',
  saved: 'Kaydedildi',
  save: 'Kaydet',
  saving: 'Kaydediliyor…',
  saveAs: 'Farklı kaydet…',
  saveTitle: 'Eşleme dosyasını kaydet',
  closeFile: 'Dosyayı kapat',
  path: 'Dosya',
  pathHint: 'Slipway’in çalıştığı bilgisayardaki tam yol; .json ile biter.',
  pathMissing: 'Bir dosyanın yolunu girin.',
  chooseProject: 'Proje klasörünü seç…',
  putAway: (path) =>
    path === null ? 'Yeni bir dosya kaydedilmeden kenara kondu' : `Değişiklikler kenara kondu: ${path}`,
  changedOnDisk: 'Dosya, açıldıktan sonra başka bir şey tarafından değiştirildi.',
  load: 'Yeniden yükle',
  replace: 'Benimkini koru',
  replaceHint: '“Benimkini koru”, bir sonraki kayıtta diskteki metnin yerine sizinkini yazar.',
  form: 'Form görünümü',
  text: 'Metin',
  textLabel: 'Eşleme dosyasının metni',
  problems: 'Bakılması gerekenler',
  countProblems: (count) => `Bakılacak ${count} yer`,
  noProblems: 'Düzeltilecek bir şey yok.',
  problemAt: (line, column) => `Satır ${line}, sütun ${column}`,
  severity: { error: 'Hata', warning: 'Uyarı' },
  notMapped: 'eşlenmemiş',
  goTo: (property) => `Metinde göster: ${property}`,
  notEditable: 'Metin bir JSON nesnesi olunca form kullanılabilir. Önce metni düzeltin.',
  versions: {
    right: 'Olması gerektiği gibi "2".',
    wrong: 'Değeri "2" metni olmalı.',
    missing: 'Eksik; değeri "2" metni olmalı.',
    older: 'Bu eski bir biçim.',
  },
  setVersion: '"2" yap',
  older: {
    'data-paths':
      'En eski biçim: her özellik “data” üzerinden anahtarına gider ve “notification” yoktur. En içteki adlar anahtar sayılarak sürüm 2 gibi geçerlidir.',
    'v21-channels':
      'Eski biçim: “configuration_version” yok ya da 2’den küçük; kanalın anahtarları “v21” altındadır. Sürüm 2 gibi geçerlidir.',
    flat: 'Eski bir biçim: “configuration_version” yok ya da 2’den küçük. Aynı anahtarlarla sürüm 2 gibi geçerlidir.',
  },
  convert: 'Sürüm 2’ye dönüştür',
  converted: 'Dosya sürüm 2’ye dönüştürüldü',
  others: 'İşleyicinin bilmedikleri',
  othersText: 'İşleyici bunları dikkate almaz. Siz çıkarmadıkça dosyada kalırlar.',
  rename: (property) => `${property} bir özellik olsun`,
  renameChoice: 'Kastedilen…',
  remove: (property) => `Çıkar: ${property}`,
  removed: (property) => `Metinden çıkarıldı: ${property}`,
  meaning: {
    title: 'Bildirimin kalın ilk satırı.',
    body: 'Başlığın altındaki metin.',
    icon: 'Uygulamadaki bir görselin uzantısız adı. Yalnızca yayımlanmış Android derlemelerinde görünür.',
    channelId:
      'İletinin ait olduğu Android kanalının numarası. Yoksa varsayılan kanal kullanılır (Android 8 ve sonrası).',
    channelIdTitle: 'Kanalın telefon ayarlarındaki adı.',
    channelIdImportance:
      'Kanalın ne kadar rahatsız edebileceği, 1 ile 5 arası: 3’ten başlayarak sesli, 4’ten başlayarak afişli.',
    deleteChannelId: 'Telefondan silinecek bir kanalın numarası.',
    showBadge: 'Uygulama simgesine nokta konup konmayacağı; yalnızca “false” metni kapatır.',
    sound: 'iOS: uygulama kaynaklarındaki bir .wav dosyasının adı. Başka her şey sessiz kalır.',
  },
};
