/** Turkish for sentences that are handed on in English. */
import type { Catalogue } from '../translation.ts';

export const phrases: Catalogue['phrases'] = {
  // States of an upload
  Ready: 'Hazır',
  Queued: 'Sırada',
  Uploading: 'Yükleniyor',
  'No answer': 'Yanıt yok',
  'The service is working on it': 'Hizmet üzerinde çalışıyor',
  'Looking whether it arrived': 'Ulaşıp ulaşmadığına bakılıyor',
  Activating: 'Etkinleştiriliyor',
  Sending: 'Gönderiliyor',
  'Tidying up': 'Toparlanıyor',
  'Waiting to retry': 'Yeniden denemeyi bekliyor',
  'Waiting for the network': 'Ağ bekleniyor',
  Paused: 'Duraklatıldı',
  'Waits for your answer': 'Yanıtınızı bekliyor',
  Done: 'Bitti',
  Failed: 'Başarısız',
  Cancelled: 'İptal edildi',
  'Already there': 'Zaten orada',
  'Waiting for the account': 'Hesabı bekliyor',
  // Notes of uploads
  'The same bytes were already on the service, so nothing was uploaded again.':
    'Aynı dosya zaten hizmetteydi, bu yüzden yeniden yüklenmedi.',
  'The version is on the service but was switched off there. Activate it under Apps if needed.':
    'Sürüm hizmette var ama orada kapatılmış. Gerekirse Test uygulamaları altında etkinleştirin.',
  'Nobody was told: you decided against it.': 'Kimseye haber verilmedi: siz istemediniz.',
  'The upload journal was lost, and the service has a version of the same name and size: it is taken for this build, which was not sent again.':
    'Yükleme günlüğü kayboldu ve hizmette aynı ad ve boyutta bir sürüm var: bu derleme sayılıyor ve yeniden gönderilmedi.',
  'The service has versions that may be this build, but does not say enough to tell: number {ids}. Compare them on the service, and upload the build again only if it is none of them.':
    'Hizmette bu derleme olabilecek sürümler var, ancak hizmet bunu anlamaya yetecek kadar bilgi vermiyor: numara {ids}. Bunları hizmette karşılaştırın ve derlemeyi yalnızca hiçbiri değilse yeniden yükleyin.',
  'An earlier try seems to have arrived as well, as number {ids} on the service. It was neither activated nor sent, and can be deleted there.':
    'Önceki bir deneme de hizmete {ids} numarasıyla ulaşmış görünüyor. Ne etkinleştirildi ne de gönderildi; orada silinebilir.',
  'The file was replaced while version {version} was sent: what it held before is on the service as number {id}, and the new file is sent as well.':
    '{version} sürümü gönderilirken dosya değiştirildi: önceki içeriği hizmette {id} numarasıyla duruyor, yeni dosya da gönderiliyor.',
  'The file was left where it is, because another upload still needs it.':
    'Başka bir yükleme hâlâ gerektirdiğinden dosya olduğu yerde bırakıldı.',
  'The file could not be moved: it is not there any more.': 'Dosya taşınamadı: artık orada değil.',
  'The file was left where it is: it is another one than was uploaded.':
    'Dosya olduğu yerde bırakıldı: yüklenen dosyadan farklı.',
  'The file could not be moved: {reason}': 'Dosya taşınamadı: {reason}',
  'The file could not be deleted: {reason}': 'Dosya silinemedi: {reason}',
  'Nobody is told: the store area does not send builds to people.':
    'Kimseye haber verilmez: mağaza, derlemeleri kişilere göndermez.',
  'Nobody is told: the version stays inactive, and only an active version can be sent.':
    'Kimseye haber verilmez: sürüm kapalı kalıyor ve yalnızca etkin bir sürüm gönderilebilir.',
  'The service lists this version with a size of {size}, but the file has {bytes} bytes. Check that it installs.':
    'Hizmet bu sürümün boyutunu {size} olarak veriyor, dosya ise {bytes} bayt. Kurulduğundan emin olun.',
  // What a build's signing and profile mean for testers
  'Provisioning profile expired on {day}: no device installs it any more.':
    'Hazırlama profilinin süresi {day} tarihinde doldu: artık hiçbir aygıt kurmaz.',
  'Development profile: installs on 1 device only.': 'Geliştirme profili: yalnızca 1 aygıta kurulur.',
  'Development profile: installs on {count} devices only.':
    'Geliştirme profili: yalnızca {count} aygıta kurulur.',
  'Ad hoc profile: installs on 1 device only.': 'Ad hoc profil: yalnızca 1 aygıta kurulur.',
  'Ad hoc profile: installs on {count} devices only.': 'Ad hoc profil: yalnızca {count} aygıta kurulur.',
  'The provisioning profile cannot be read: devices may refuse it.':
    'Hazırlama profili okunamıyor: aygıtlar reddedebilir.',
  'App Store profile: installs only through TestFlight or the App Store.':
    'App Store profili: yalnızca TestFlight veya App Store üzerinden kurulur.',
  'Built for the simulator: no device can install it. Build for a device.':
    'Simülatör için derlenmiş: hiçbir aygıt kuramaz. Aygıt için derleyin.',
  'Not signed: no device installs it.': 'İmzalı değil: hiçbir aygıt kurmaz.',
  'Signed with scheme v1 only, but made for API level {target}: Android 11 and later refuse it. Sign it with scheme v2 or later, for example with apksigner.':
    'Yalnızca v1 şemasıyla imzalanmış, ancak {target} API düzeyi için derlenmiş: Android 11 ve sonrası reddeder. v2 veya daha yeni bir şemayla imzalayın, örneğin apksigner ile.',
  'Signed with scheme {scheme}, which devices know from API level {level}, but its minimum is API level {minimum}: older devices refuse it. Sign it with an older scheme as well.':
    '{scheme} şemasıyla imzalanmış; aygıtlar bunu {level} API düzeyinden itibaren tanır, ancak en düşük düzey {minimum}: daha eski aygıtlar reddeder. Daha eski bir şemayla da imzalayın.',
  'Asks for the newer sandbox (targetSandboxVersion), but is signed with scheme v1 only: Android 8 and later refuse it. Sign it with scheme v2 or later.':
    'Yeni korumalı alanı (targetSandboxVersion) istiyor, ancak yalnızca v1 şemasıyla imzalanmış: Android 8 ve sonrası reddeder. v2 veya daha yeni bir şemayla imzalayın.',
  'Changed after it was signed: its {scheme} signature says that it has a {missing} signature, too, but that is gone. Devices refuse it. Sign it again.':
    'İmzalandıktan sonra değiştirilmiş: {scheme} imzası bir {missing} imzası da olduğunu söylüyor, ama o yok. Aygıtlar reddeder. Yeniden imzalayın.',
  'Changed after it was signed: its signature is not where devices look for it, so they refuse it. Sign it again.':
    'İmzalandıktan sonra değiştirilmiş: imzası aygıtların baktığı yerde değil, bu yüzden reddederler. Yeniden imzalayın.',
  'Something stands before the zip in this file, such as a script or a dex file: Android refuses it. Build it again.':
    'Bu dosyada zip’ten önce bir şey var, örneğin bir betik veya dex dosyası: Android reddeder. Yeniden derleyin.',
  'Something stands behind the end of the zip in this file: Android refuses it. Copy or build it again.':
    'Bu dosyada zip’in sonundan sonra bir şey var: Android reddeder. Yeniden kopyalayın veya derleyin.',
  'Made for API level {target}, but its resources.arsc is compressed or not aligned to 4 bytes: Android 11 and later refuse it. Store it uncompressed, align it with zipalign, and sign it again.':
    '{target} API düzeyi için derlenmiş, ancak resources.arsc sıkıştırılmış ya da 4 bayta hizalanmamış: Android 11 ve sonrası reddeder. Sıkıştırmadan saklayın, zipalign ile hizalayın ve yeniden imzalayın.',
  'The signature of the provisioning profile does not verify: what it says is unverified, and devices may refuse the app.':
    'Hazırlama profilinin imzası doğrulanamıyor: söyledikleri doğrulanmamıştır, aygıtlar uygulamayı reddedebilir.',
  'The name is longer than {most} characters: only its beginning is shown.':
    'Ad {most} karakterden uzun: yalnızca başı gösteriliyor.',
  'The version name is longer than {most} characters: only its beginning is shown.':
    'Sürüm adı {most} karakterden uzun: yalnızca başı gösteriliyor.',
  'The build number is longer than {most} characters: only its beginning is shown.':
    'Derleme numarası {most} karakterden uzun: yalnızca başı gösteriliyor.',
  'Signed with the debug key: not a release build, and stores refuse it.':
    'Hata ayıklama anahtarıyla imzalanmış: yayın derlemesi değil, mağazalar reddeder.',
  'The checksum of the manifest does not match: the file may have been damaged or changed after it was built.':
    'Bildirimin sağlama toplamı uyuşmuyor: dosya derlendikten sonra hasar görmüş veya değiştirilmiş olabilir.',
  'Split apk “{name}”: not installable alone, only together with its base apk.':
    '“{name}” parça apk’sı: tek başına değil, yalnızca temel apk’sıyla kurulabilir.',
  'Base apk of a split app: not installable alone, only with its splits.':
    'Bölünmüş bir uygulamanın temel apk’sı: tek başına değil, yalnızca parçalarıyla kurulabilir.',
  'Debuggable: anyone with a cable can look inside. Not a release build.':
    'Hata ayıklanabilir: kablosu olan herkes içine bakabilir. Yayın derlemesi değil.',
  'Marked as test only: devices refuse it unless it is installed with “adb install -t”.':
    'Yalnızca test olarak işaretli: “adb install -t” ile kurulmadıkça aygıtlar reddeder.',
  // What a file in a watched folder waits for
  'Another program still has the file open for writing.':
    'Başka bir program dosyayı hâlâ yazmak için açık tutuyor.',
  'An older build is being written over. Slipway waits a moment longer.':
    'Daha eski bir derlemenin üzerine yazılıyor. Slipway biraz daha bekliyor.',
  'The file is still empty.': 'Dosya hâlâ boş.',
  'The space is reserved, but the build is not written yet.': 'Yer ayrıldı ama derleme henüz yazılmadı.',
  'This is not a build file: it has the name of one but holds something else.':
    'Bu bir derleme dosyası değil: adı öyle ama içinde başka bir şey var.',
  'The file is not complete yet: its end is missing.': 'Dosya henüz tamamlanmadı: sonu eksik.',
  'The file is not complete yet: nothing has been packed into it.':
    'Dosya henüz tamamlanmadı: içine bir şey konmamış.',
  'The file is being rewritten: its contents and its table of contents do not match yet.':
    'Dosya yeniden yazılıyor: içeriği ile içindekiler tablosu henüz uyuşmuyor.',
  'This is not a finished build: the file is empty.': 'Bu bitmiş bir derleme değil: dosya boş.',
  'This is not a finished build: a part of it was never written.':
    'Bu bitmiş bir derleme değil: bir bölümü hiç yazılmamış.',
  'This is not a finished build: the file ends early. Write it again.':
    'Bu bitmiş bir derleme değil: dosya erken bitiyor. Yeniden yazın.',
  'This is not a finished build: nothing is packed into it.':
    'Bu bitmiş bir derleme değil: içinde hiçbir şey yok.',
  'This is not a finished build: its contents and its table of contents do not match. Write it again.':
    'Bu bitmiş bir derleme değil: içeriği ile içindekiler tablosu uyuşmuyor. Yeniden yazın.',
  'The file is still being written.': 'Dosya hâlâ yazılıyor.',
  'Another program is holding the file. Slipway waits until it lets go.':
    'Başka bir program dosyayı tutuyor. Slipway bırakmasını bekliyor.',
  'The Finder is still copying the file.': 'Finder dosyayı hâlâ kopyalıyor.',
  'The file cannot be read: permission denied. Allow access; Slipway keeps looking.':
    'Dosya okunamıyor: erişim reddedildi. Erişime izin verin; Slipway bakmayı sürdürür.',
  'This is a link that leads out of the watched folder or nowhere. Slipway does not follow it: put the build itself here.':
    'Bu, izlenen klasörün dışına çıkan veya hiçbir yere gitmeyen bir bağlantı. Slipway onu izlemez: derlemenin kendisini buraya koyun.',
  'The file cannot be read at the moment. Slipway keeps looking.':
    'Dosya şu anda okunamıyor. Slipway bakmayı sürdürür.',
  'The build is finished, but could not be queued. {reason}': 'Derleme bitti ama sıraya alınamadı. {reason}',
  // What would happen now with a file
  'This very build was handled before. A changed file counts as a new one.':
    'Bu derleme daha önce ele alındı. Değişen bir dosya yeni sayılır.',
  'It is there before the folder is watched, and the rule leaves earlier builds alone.':
    'Klasör izlenmeden önce oradaydı ve kural eski derlemelere dokunmuyor.',
  'It lies in a place where no builds are looked for, or is named like a temporary file.':
    'Derleme aranmayan bir yerde duruyor veya adı geçici dosya gibi.',
  'The rule does not take this kind of build.': 'Kural bu tür derlemeyi almıyor.',
  'It lies deeper than the rule looks.': 'Kuralın baktığından daha derinde.',
  'The pattern “{pattern}” leaves it out.': '“{pattern}” deseni onu dışarıda bırakıyor.',
  'None of the patterns matches it.': 'Desenlerin hiçbiri eşleşmiyor.',
  // Folders that fit a project
  'Drop folder': 'Bırakma klasörü',
  'Every build that is put into this very folder is taken; folders below it are not looked into.':
    'Doğrudan bu klasöre konan her derleme alınır; alt klasörlere bakılmaz.',
  'Android, every build': 'Android, her derleme',
  'Android, release builds': 'Android, yayın derlemeleri',
  'Flutter, Android': 'Flutter (Android)',
  'Flutter, iOS': 'Flutter (iOS)',
  'React Native, Android': 'React Native (Android)',
  'React Native, iOS': 'React Native (iOS)',
  'Xcode, exported archives': 'Xcode, dışa aktarılan arşivler',
  'Xcode, builds of fastlane': 'Xcode, fastlane derlemeleri',
  'This folder is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    'Bu klasör bir Android uygulaması: Gradle tüm derleme türlerinin ve çeşitlerinin apk dosyalarını {place} içine bırakır. İmzasız ve test apk’ları dışarıda kalır.',
  'The module {module} is an Android application: Gradle leaves the apks of all build types and flavours in {place}. Unsigned apks and those of tests are left out.':
    '{module} modülü bir Android uygulaması: Gradle tüm derleme türlerinin ve çeşitlerinin apk dosyalarını {place} içine bırakır. İmzasız ve test apk’ları dışarıda kalır.',
  'This folder is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    'Bu klasör bir Android uygulaması: yalnızca Gradle’ın {place} altında release adlı klasöre bıraktıkları alınır, her çeşit için.',
  'The module {module} is an Android application: only what Gradle leaves in a folder named release below {place} is taken, of every flavour.':
    '{module} modülü bir Android uygulaması: yalnızca Gradle’ın {place} altında release adlı klasöre bıraktıkları alınır, her çeşit için.',
  'pubspec.yaml makes this a Flutter project: “flutter build {what}” leaves its builds in {place}.':
    'pubspec.yaml bunun bir Flutter projesi olduğunu gösteriyor: “flutter build {what}” derlemelerini {place} içine bırakır.',
  'package.json names react-native: Gradle leaves the apks in {place}. Unsigned apks and those of tests are left out.':
    'package.json react-native içeriyor: Gradle apk dosyalarını {place} içine bırakır. İmzasız ve test apk’ları dışarıda kalır.',
  'package.json names react-native: export the archive to {place}, and every ipa in it is taken.':
    'package.json react-native içeriyor: arşivi {place} içine aktarın; oradaki her ipa alınır.',
  '{project} is here: export archives to {place} (xcodebuild -exportArchive -exportPath), and every ipa in it is taken.':
    '{project} burada: arşivleri {place} içine aktarın (xcodebuild -exportArchive -exportPath); oradaki her ipa alınır.',
  '{project} and a folder fastlane are here: unless told otherwise, fastlane leaves its ipa in the project folder itself.':
    '{project} ve bir fastlane klasörü burada: aksi söylenmedikçe fastlane ipa dosyasını proje klasörünün kendisine bırakır.',
  'ProjectSettings/ProjectVersion.txt makes this a Unity project: builds are usually made in {place}.':
    'ProjectSettings/ProjectVersion.txt bunun bir Unity projesi olduğunu gösteriyor: derlemeler genellikle {place} içinde oluşur.',
  // Damaged files of Slipway's own
  'The upload journal was damaged. It was kept as {name}, and what could be read of it was carried over. Before an earlier build is sent, Slipway looks whether it is on the service already. Builds that were added by hand and had not arrived may have to be added again.':
    'Yükleme günlüğü hasar görmüştü. {name} adıyla saklandı ve okunabilen bölümü aktarıldı. Slipway eski bir derlemeyi göndermeden önce hizmette olup olmadığına bakar. Elle eklenip ulaşmamış derlemeleri yeniden eklemeniz gerekebilir.',
  'The memory of which builds were seen in watched folders was damaged. It was kept as {name}, and what could be read of it was carried over. What the upload journal knows is not uploaded again.':
    'İzlenen klasörlerde hangi derlemelerin görüldüğünün kaydı hasar görmüştü. {name} adıyla saklandı ve okunabilen bölümü aktarıldı. Yükleme günlüğünün bildikleri yeniden yüklenmez.',
  'The settings were damaged. They were kept as {name}, and settings start fresh: add accounts and folders again. Nothing in any folder was touched.':
    'Ayarlar hasar görmüştü. {name} adıyla saklandı ve ayarlar baştan başlıyor: hesapları ve klasörleri yeniden ekleyin. Hiçbir klasördeki hiçbir şeye dokunulmadı.',
  'The folder {path} holds data of an earlier Slipway that are not used, because the new place held data already. Nothing in either was touched. Once you need nothing from that folder, delete it.':
    '{path} klasöründe önceki bir Slipway sürümünün verileri var; yeni yerde zaten veri bulunduğundan bunlar kullanılmıyor. İki yerde de hiçbir şeye dokunulmadı. O klasördeki hiçbir şeye ihtiyacınız kalmadığında klasörü silin.',
  // What a file that is no build is
  'a gzip archive': 'bir gzip arşivi',
  'a 7-Zip archive': 'bir 7-Zip arşivi',
  'a RAR archive': 'bir RAR arşivi',
  'a bzip2 archive': 'bir bzip2 arşivi',
  'an xz archive': 'bir xz arşivi',
  'a Zstandard archive': 'bir Zstandard arşivi',
  'a PDF document': 'bir PDF belgesi',
  'a PNG image': 'bir PNG görseli',
  'a JPEG image': 'bir JPEG görseli',
  'a GIF image': 'bir GIF görseli',
  'a Linux program': 'bir Linux programı',
  'a Windows program': 'bir Windows programı',
  'a single dex file': 'tek bir dex dosyası',
  'a bare Apple executable': 'yalın bir Apple çalıştırılabiliri',
  'a bare Apple executable or Java class': 'yalın bir Apple çalıştırılabiliri veya Java sınıfı',
  'a Mac installer package': 'bir Mac kurulum paketi',
  'a property list': 'bir özellik listesi',
  'a database': 'bir veritabanı',
  'a Git LFS pointer; fetch the real file with “git lfs pull”':
    'bir Git LFS işaretçisi; gerçek dosyayı “git lfs pull” ile alın',
  'a web page (perhaps an error page that was saved instead of the build)':
    'bir web sayfası (belki derleme yerine kaydedilmiş bir hata sayfası)',
  'an XML file': 'bir XML dosyası',
  'a JSON or text file': 'bir JSON veya metin dosyası',
  'a file of zeros (space that was set aside and never written)':
    'sıfırlardan oluşan bir dosya (ayrılmış ama hiç yazılmamış yer)',
  'some other kind of file, or a build whose beginning and end were destroyed':
    'başka tür bir dosya veya başı ve sonu bozulmuş bir derleme',
  'a text file': 'bir metin dosyası',
  'an empty zip file': 'boş bir zip dosyası',
  'a bundletool set (.apks)': 'bir bundletool kümesi (.apks)',
  'an .xapk': 'bir .xapk',
  'an .apkm': 'bir .apkm',
  'a set of split apks': 'bir parça apk kümesi',
  'a zip file of debug symbols (.dSYM)': 'bir hata ayıklama simgeleri zip’i (.dSYM)',
  'an Office document': 'bir Office belgesi',
  'an electronic book or OpenDocument file': 'bir e-kitap veya OpenDocument dosyası',
  'a Java archive (.jar)': 'bir Java arşivi (.jar)',
  'a zip file of other things': 'başka şeyler içeren bir zip dosyası',
  'is cut off': 'yarıda kesilmiş',
  'is empty': 'boş',
  'cannot be unpacked': 'açılamıyor',
  'does not match its checksum': 'sağlama toplamıyla uyuşmuyor',
  'states sizes that do not fit each other': 'birbirine uymayan boyutlar bildiriyor',
  'is not where the table of contents says': 'içindekiler tablosunun söylediği yerde değil',
  'reaches beyond the end of the contents': 'içeriğin sonunu aşıyor',
  'table of contents': 'içindekiler tablosu',
  // Why a service or a proxy is not reached
  'its certificate has expired': 'sertifikasının süresi dolmuş',
  'its certificate is not valid yet; check the clock of this computer':
    'sertifikası henüz geçerli değil; bu bilgisayarın saatini denetleyin',
  'it shows a certificate it made itself': 'kendi ürettiği bir sertifika gösteriyor',
  'its certificate comes from an authority this computer does not trust':
    'sertifikası bu bilgisayarın güvenmediği bir makamdan',
  'its certificate is not made for such connections (key usage), which the window refuses and other programs overlook':
    'sertifikası bu tür bağlantılar için yapılmamış (anahtar kullanımı); pencere bunu reddeder, başka programlar görmezden gelir',
  'its certificate is not made for servers (extended key usage)':
    'sertifikası sunucular için yapılmamış (genişletilmiş anahtar kullanımı)',
  'its certificate was issued by one that may not issue any (basic constraints, key usage)':
    'sertifikası, sertifika verme yetkisi olmayan biri tarafından verilmiş (temel kısıtlamalar, anahtar kullanımı)',
  'its certificate belongs to another address': 'sertifikası başka bir adrese ait',
  'no way to this computer': 'bu bilgisayara giden yol yok',
  'no network': 'ağ yok',
  'the network is down': 'ağ çalışmıyor',
  'no network address': 'ağ adresi yok',
  'a firewall on this computer forbids it': 'bu bilgisayardaki bir güvenlik duvarı izin vermiyor',
  'its address was not found': 'adresi bulunamadı',
  'nothing answers there': 'orada yanıt veren yok',
  'it does not answer': 'yanıt vermiyor',
  'the connection to it broke': 'onunla bağlantı koptu',
  'it cannot be reached ({reason})': 'ulaşılamıyor ({reason})',
  'it answered {status}': 'yanıt: {status}',
  'authentication could not be completed.': 'Kimlik doğrulama tamamlanamadı.',
  'the list of test applications': 'test uygulamaları listesi',
  'a test application': 'bir test uygulaması',
  'a version of a test application': 'bir test uygulamasının sürümü',
  'the list of store profiles': 'mağaza profilleri listesi',
  'a store profile': 'bir mağaza profili',
  'an item of a store profile': 'bir mağaza profilinin öğesi',
  'an access token': 'bir erişim belirteci',
  'the connection was lost': 'bağlantı koptu',
  'the copy does not hold the same bytes': 'kopya aynı veriyi içermiyor',
  // What is wrong with what was entered
  'is not a full path from the root of the disk': 'diskin kökünden başlayan tam bir yol değil',
  'is the watched folder itself': 'izlenen klasörün kendisi',
  'lies where this folder is watched, so a moved build would be taken for a new one':
    'bu klasörün izlendiği yerde, taşınan bir derleme yeni sanılırdı',
  'is watched by another folder that moves its builds back here, so they would never rest':
    'derlemelerini buraya geri taşıyan başka bir klasörce izleniyor, hiç durmazlardı',
  '“{name}” of entry {number}: {problem}': '{number}. kaydın “{name}” alanı: {problem}',
  'entry {number}: {problem}': '{number}. kayıt: {problem}',
  '“{name}”: {problem}': '“{name}” alanı: {problem}',
  'it is missing': 'eksik',
  'it is not a text': 'metin değil',
  'it is not a number': 'sayı değil',
  'it is not a whole number': 'tam sayı değil',
  'it is neither true nor false': 'ne doğru ne yanlış',
  'it is not a list': 'liste değil',
  'it is not an object': 'nesne değil',
  'it is of another kind than expected': 'beklenenden başka türde',
  'it is not a time': 'zaman değil',
  'it is not written as it should be': 'gerektiği gibi yazılmamış',
  'it is none of {values}': 'şunlardan biri değil: {values}',
  'it has more than is known: {names}': 'bilinenden fazlası var: {names}',
  'it is not as it should be': 'gerektiği gibi değil',
  'it is shorter than {count} characters': '{count} karakterden kısa',
  'it has fewer than {count} entries': '{count} kayıttan az',
  'it has more than {count} entries': '{count} kayıttan çok',
  'it is less than {limit}': '{limit} değerinden az',
  'it is more than {limit}': '{limit} değerinden çok',
  'it is empty': 'boş',
  'it is longer than {count} characters': '{count} karakterden uzun',
  'it holds a line break or another control character':
    'satır sonu veya başka bir denetim karakteri içeriyor',
  'it begins with “!”. Put it among the patterns to leave out instead':
    '“!” ile başlıyor. Bunun yerine dışarıda bırakılacak desenlere ekleyin',
  'it begins at the root of a disk. Patterns begin at the watched folder, as in release/*.apk':
    'diskin kökünden başlıyor. Desenler izlenen klasörden başlar, örneğin release/*.apk',
  'it leads out of the watched folder with “..”': '“..” ile izlenen klasörün dışına çıkıyor',
  'it names nothing': 'hiçbir şeyi adlandırmıyor',
  'alternatives are written {a,b}, not (a|b)': 'seçenekler (a|b) değil {a,b} biçiminde yazılır',
  'a “[” is not closed by a “]”': 'bir “[” karakteri “]” ile kapatılmamış',
  'there is nothing between “[” and “]”': '“[” ile “]” arasında bir şey yok',
  'there is a separator between “[” and “]”': '“[” ile “]” arasında bir ayırıcı var',
  'one of its alternatives names nothing': 'seçeneklerinden biri hiçbir şeyi adlandırmıyor',
  'a “{” is not closed by a “}”': 'bir “{” karakteri “}” ile kapatılmamış',
  'Enter an address that begins with https:// or http://.':
    'https:// veya http:// ile başlayan bir adres girin.',
  'Enter the address without a user name, password, “?” or “#”: settings are no place for secrets.':
    'Adresi kullanıcı adı, parola, “?” veya “#” olmadan girin: ayarlar sır saklama yeri değildir.',
  'Use only letters, digits, dots, hyphens and underscores, as in “acme”.':
    'Yalnızca harf, rakam, nokta, kısa çizgi ve alt çizgi kullanın, örneğin “acme”.',
  'Enter {base}, without {path}': '{base} adresini {path} olmadan girin',
  'SOCKS proxies are not supported. Enter the address of an HTTP proxy.':
    'SOCKS vekil sunucuları desteklenmiyor. Bir HTTP vekil sunucusunun adresini girin.',
  'Enter the proxy’s host and port, such as http://proxy.example.org:3128.':
    'Vekil sunucunun adını ve bağlantı noktasını girin, örneğin http://proxy.example.org:3128.',
  'Enter the proxy’s address without user name and password, and these on their own.':
    'Vekil sunucunun adresini kullanıcı adı ve parola olmadan, bunları ayrıca girin.',
  'Enter the proxy’s host and port only, without anything behind them.':
    'Yalnızca vekil sunucunun adını ve bağlantı noktasını girin, arkasına bir şey eklemeyin.',
  'Give at least 1000 bytes per second.': 'Saniyede en az 1000 bayt verin.',
  'Give times from 00:00 to 23:59, such as 08:30.': '00:00 ile 23:59 arasında saat verin, örneğin 08:30.',
  'Enter a name for the sender.': 'Gönderen için bir ad girin.',
  'Give at least one day.': 'En az bir gün verin.',
  'Enter the user name.': 'Kullanıcı adını girin.',
  'Give whole seconds from 1 to 120.': '1 ile 120 arasında tam saniye verin.',
  'Choose an address of this computer.': 'Bu bilgisayarın bir adresini seçin.',
  'Proxy: enter its address.': 'Vekil sunucu: adresini girin.',
  'Exceptions: “{entry}” is no host. Enter hosts such as intranet.example.org, addresses, or networks such as 10.0.0.0/8.':
    'Özel durumlar: “{entry}” bir sunucu değil. intranet.example.org gibi sunucular, adresler veya 10.0.0.0/8 gibi ağlar girin.',
  'Certificates: “{path}” is not a full path. Enter it from the root of the disk.':
    'Sertifikalar: “{path}” tam bir yol değil. Diskin kökünden başlayarak girin.',
  'Enter the password.': 'Parolayı girin.',
  'Enter the client secret.': 'İstemci sırrını girin.',
  'Enter the password again: the address is another one.': 'Parolayı yeniden girin: adres değişti.',
  'Enter the client secret again: the address is another one.':
    'İstemci sırrını yeniden girin: adres değişti.',
  'Sign-in address: {problem}': 'Oturum açma adresi: {problem}',
  'Service address: {problem}': 'Hizmet adresi: {problem}',
  'User name: {problem}': 'Kullanıcı adı: {problem}',
  'Client id: {problem}': 'İstemci kimliği: {problem}',
  'Name: {problem}': 'Ad: {problem}',
  'Vendor: {problem}': 'Sağlayıcı: {problem}',
  'Scope: {problem}': 'Kapsam: {problem}',
  'Proxy: {problem}': 'Vekil sunucu: {problem}',
  'Limit: {problem}': 'Sınır: {problem}',
  'Timetable: {problem}': 'Zaman çizelgesi: {problem}',
  'Connect timeout: {problem}': 'Bağlanma süresi: {problem}',
  'Kinds of builds: {problem}': 'Derleme türleri: {problem}',
  'Patterns: {problem}': 'Desenler: {problem}',
  'Patterns to leave out: {problem}': 'Dışarıda bırakılacak desenler: {problem}',
  'Depth: {problem}': 'Derinlik: {problem}',
  'Quiet time: {problem}': 'Sessizlik süresi: {problem}',
  'Application: {problem}': 'Uygulama: {problem}',
  'is missing. Fill it in.': 'eksik. Doldurun.',
  'choose apk, ipa or both.': 'apk, ipa veya ikisini birden seçin.',
  'give at most 100.': 'en fazla 100 tane verin.',
  'give a whole number from 0, which means the folder itself only.':
    '0 veya üstü bir tam sayı verin; 0 yalnızca klasörün kendisi demektir.',
  'give whole milliseconds from 100 to 600000.': '100 ile 600000 arasında tam milisaniye verin.',
  'it is no file': 'bir dosya değil',
  'it is far too large': 'fazlasıyla büyük',
  'it holds “{label}”, no certificate': 'içinde sertifika değil “{label}” var',
  'nothing in it begins with “-----BEGIN CERTIFICATE-----”':
    'içinde “-----BEGIN CERTIFICATE-----” ile başlayan bir şey yok',
  '“{label}” begins here and never ends': '“{label}” burada başlıyor ve hiç bitmiyor',
  'what is there is no certificate, or one that this program refuses ({reason})':
    'oradaki bir sertifika değil ya da bu programın reddettiği bir sertifika ({reason})',
  'it was made for another name': 'başka bir ad için düzenlenmiş',
  // Where passwords are kept
  'the keyring of this computer': 'bu bilgisayarın anahtarlığı',
  'the Windows data protection': 'Windows veri koruması',
  'the file {path}': '{path} dosyası',
  'the environment, then {place}': 'ortam, sonra {place}',
  // Things the built-in service keeps
  team: 'ekip',
  member: 'üye',
  user: 'kullanıcı',
  client: 'istemci',
  profile: 'profil',
};
