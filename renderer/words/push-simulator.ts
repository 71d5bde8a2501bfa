/** English for the part Simulator of Push. */
import { inLanguage } from './in-language.ts';

export const english = {
  emptyTitle: 'What a device does with a message appears here',
  emptyText: 'Paste a message, and see it on a phone as the mapping file has it shown.',
} as const;

export const words = inLanguage(english, ({ pushSimulator }) => pushSimulator.words);
