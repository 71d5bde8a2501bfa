/** Turkish for the part Simulator of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-simulator.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Bir cihazın bir mesajla ne yaptığı burada görünür',
  emptyText: 'Bir mesaj yapıştırın ve eşleme dosyasına göre telefonda nasıl göründüğüne bakın.',
};
