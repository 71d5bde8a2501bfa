/** English for the part Mapping file of Push. */
import { inLanguage } from './in-language.ts';

export const english = {
  emptyTitle: 'The mapping file appears here, as a form and as text',
} as const;

export const words = inLanguage(english, ({ pushMapping }) => pushMapping.words);
