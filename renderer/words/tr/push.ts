/** Turkish for Push and its part Project. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push.ts';

export const words: Translation<typeof english> = {
  tabs: { project: 'Proje', mapping: 'Eşleme dosyası', simulator: 'Simülatör', messages: 'Mesajlar' },
  parts: 'Anlık bildirimlerin bölümleri',
  emptyTitle: 'Bir projenin bildirim alması için eksik olanlar burada görünür',
  emptyText: 'Proje klasörünü seçin, içinde “config” olanı. Siz onaylamadan hiçbir şey değiştirilmez.',
};
