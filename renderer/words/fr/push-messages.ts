/** French for the part Messages of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-messages.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Les messages que vous envoyez apparaissent ici',
  emptyText: 'Un message part vers un appareil ou un sujet, par le fournisseur qu’utilise l’app.',
};
