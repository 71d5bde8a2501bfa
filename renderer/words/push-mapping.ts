/** English for the part Mapping file of Push. */
import { words as de } from './de/push-mapping.ts';
import { words as fr } from './fr/push-mapping.ts';
import { inLanguage } from './in-language.ts';
import { words as tr } from './tr/push-mapping.ts';

export const english = {
  emptyTitle: 'The mapping file appears here, as a form and as text',
} as const;

export const words = inLanguage({ en: english, de, fr, tr });
