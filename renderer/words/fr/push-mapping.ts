/** French for the part Mapping file of Push. */
import type { Translation } from '../in-language.ts';
import type { english } from '../push-mapping.ts';

export const words: Translation<typeof english> = {
  emptyTitle: 'Le fichier de correspondance apparaît ici, en formulaire et en texte',
};
