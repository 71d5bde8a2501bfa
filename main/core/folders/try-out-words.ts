/** What would happen with the files of a folder, in words. Pure. */

import { unfinishedReason } from '../../watcher/completeness/waiting-words.ts';
import type { NotWanted } from '../../watcher/folder/which-files.ts';
import type { TriedFile, TriedOutcome } from '../../watcher/try-out.ts';
import type { TriedFileView } from '../view.ts';

export function triedFileView({ path, place, size, mtimeMs, outcome }: TriedFile): TriedFileView {
  const verdict = outcome.kind === 'taken' ? 'upload' : outcome.kind;
  return { path, place, size, modifiedAt: mtimeMs, verdict, reason: reasonOf(outcome) };
}

function reasonOf(outcome: TriedOutcome): string | null {
  switch (outcome.kind) {
    case 'taken':
      return null;
    case 'not-wanted':
      return notWantedReason(outcome.why);
    case 'unfinished':
      return unfinishedReason(outcome.why);
    case 'seen':
      return 'This very build was handled before. A changed file counts as a new one.';
    case 'earlier':
      return 'It is there before the folder is watched, and the rule leaves earlier builds alone.';
  }
}

function notWantedReason(why: NotWanted): string {
  switch (why.kind) {
    case 'name':
      return 'It lies in a place where no builds are looked for, or is named like a temporary file.';
    case 'build-kind':
      return 'The rule does not take this kind of build.';
    case 'depth':
      return 'It lies deeper than the rule looks.';
    case 'excluded':
      return `The pattern “${why.pattern}” leaves it out.`;
    case 'not-included':
      return 'None of the patterns matches it.';
  }
}
