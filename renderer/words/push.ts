/** English for Push and its part Project. */
import { inLanguage } from './in-language.ts';

export const english = {
  tabs: { project: 'Project', mapping: 'Mapping file', simulator: 'Simulator', messages: 'Messages' },
  parts: 'Parts of Push',
  emptyTitle: 'What a project lacks to receive pushes appears here',
  emptyText:
    'Choose a project folder, the one that holds “config”. Nothing in it is changed unless you say so.',
} as const;

export const words = inLanguage(english, ({ push }) => push.words);
