/** English for the part Simulator of Push. */
import { words as de } from './de/push-simulator.ts';
import { words as fr } from './fr/push-simulator.ts';
import { inLanguage } from './in-language.ts';
import { words as tr } from './tr/push-simulator.ts';

export const english = {
  emptyTitle: 'What a device does with a message appears here',
  emptyText: 'Paste a message, and see it on a phone as the mapping file has it shown.',
} as const;

export const words = inLanguage({ en: english, de, fr, tr });
