/** German for the part Messages of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-messages.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Nachrichten, die Sie senden, erscheinen hier',
  emptyText: 'Eine Nachricht geht an ein Gerät oder ein Thema, über den Anbieter, den die App nutzt.',
};
