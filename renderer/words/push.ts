/** English for Push and its part Project. */
import { words as de } from './de/push.ts';
import { words as fr } from './fr/push.ts';
import { inLanguage } from './in-language.ts';
import { words as tr } from './tr/push.ts';

export const english = {
  tabs: { project: 'Project', mapping: 'Mapping file', simulator: 'Simulator', messages: 'Messages' },
  parts: 'Parts of Push',
  emptyTitle: 'What a project lacks to receive pushes appears here',
  emptyText:
    'Choose a project folder, the one that holds “config”. Nothing in it is changed unless you say so.',
} as const;

export const words = inLanguage({ en: english, de, fr, tr });
