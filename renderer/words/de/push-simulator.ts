/** German for the part Simulator of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-simulator.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Was ein Gerät aus einer Nachricht macht, erscheint hier',
  emptyText:
    'Fügen Sie eine Nachricht ein und sehen Sie sie auf einem Telefon, wie die Zuordnungsdatei sie zeigt.',
};
