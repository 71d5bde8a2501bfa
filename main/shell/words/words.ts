/** The words beside the window in a language. Pure. */
import type { Speaker } from '../../languages/speaker.ts';
import { english, type ShellWords } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { turkish } from './turkish.ts';

const words: Readonly<Record<Speaker['language'], ShellWords>> = {
  en: english,
  de: german,
  fr: french,
  tr: turkish,
};

export function shellWords(language: Speaker['language']): ShellWords {
  return words[language];
}
