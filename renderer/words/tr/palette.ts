/** Turkish for the command palette. */

import type { Translation } from '../in-language.ts';
import type { english } from '../palette.ts';

export const words: Translation<typeof english> = {
  title: 'İşlem, uygulama veya derleme bul',
  field: 'İşlem, uygulama veya derleme bul…',
  nothing: (text) => `“${text}” adında işlem, uygulama veya derleme yok.`,
  reading: 'Bakılıyor…',
  groups: {
    here: 'Burada',
    actions: 'İşlemler',
    places: 'Bölümler',
    apps: 'Uygulamalar',
    uploads: 'Yüklemeler',
  },
  goTo: (place) => `Git: ${place}`,
  control: 'Ctrl',
  shift: 'Shift',
  searchHere: 'Bu bölümde ara',
  retryFailed: 'Başarısız tüm yüklemeleri yeniden dene',
  undo: (what) => `Geri al: ${what}`,
  chooseAccount: (name) => `${name} hesabını kullan`,
  signIn: (name) => `${name} hesabında oturum aç`,
  editAccount: (name) => `${name} hesabını düzenle…`,
  startService: 'Yerleşik hizmeti başlat',
  stopService: 'Yerleşik hizmeti durdur',
  copyServiceAddress: 'Yerleşik hizmetin adresini kopyala',
  showUploads: (which) => `Yüklemeleri göster: ${which}`,
};
