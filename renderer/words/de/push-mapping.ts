/** German for the part Mapping file of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-mapping.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Die Zuordnungsdatei erscheint hier, als Formular und als Text',
};
