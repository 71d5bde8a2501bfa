/** English for the part Messages of Push. */
import { inLanguage } from './in-language.ts';

export const english = {
  emptyTitle: 'Messages you send appear here',
  emptyText: 'A message goes to one device or to a topic, over the provider the app uses.',
} as const;

export const words = inLanguage(english, ({ pushMessages }) => pushMessages.words);
