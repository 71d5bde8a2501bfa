/** English for the part Messages of Push. */
import { words as de } from './de/push-messages.ts';
import { words as fr } from './fr/push-messages.ts';
import { inLanguage } from './in-language.ts';
import { words as tr } from './tr/push-messages.ts';

export const english = {
  emptyTitle: 'Messages you send appear here',
  emptyText: 'A message goes to one device or to a topic, over the provider the app uses.',
} as const;

export const words = inLanguage({ en: english, de, fr, tr });
