/** Turkish for the part Messages of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-messages.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Gönderdiğiniz mesajlar burada görünür',
  emptyText: 'Bir mesaj, uygulamanın kullandığı sağlayıcı üzerinden bir cihaza ya da konuya gider.',
};
