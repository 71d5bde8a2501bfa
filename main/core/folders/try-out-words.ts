import { basename } from 'node:path';
import { type Message, messageOf } from '../../messages/message.ts';
import { unfinishedReason } from '../../watcher/completeness/waiting-words.ts';
import type { NotWanted } from '../../watcher/files/which-files.ts';
import type { TriedFile, TriedOutcome } from '../../watcher/try-out.ts';
import type { TriedFileView } from '../views/folders.ts';
import type { Choice } from './release.ts';

export function triedFileView(
  { path, place, size, mtimeMs, outcome }: TriedFile,
  choice?: Choice | undefined,
): TriedFileView {
  if (choice?.kind === 'other') {
    const reason = messageOf('waiting/otherOfRelease', { sent: basename(choice.build.path) });
    return { path, place, size, modifiedAt: mtimeMs, verdict: 'not-wanted', reason };
  }
  const verdict = outcome.kind === 'taken' ? 'upload' : outcome.kind;
  return { path, place, size, modifiedAt: mtimeMs, verdict, reason: reasonOf(outcome) };
}

function reasonOf(outcome: TriedOutcome): Message | null {
  switch (outcome.kind) {
    case 'taken':
      return null;
    case 'not-wanted':
      return notWantedReason(outcome.why);
    case 'unfinished':
      return unfinishedReason(outcome.why);
    case 'seen':
      return messageOf('verdict/handledBefore');
    case 'earlier':
      return messageOf('verdict/existing');
  }
}

function notWantedReason(why: NotWanted): Message {
  switch (why.kind) {
    case 'name':
      return messageOf('verdict/ignoredPlace');
    case 'build-kind':
      return messageOf('verdict/otherKind');
    case 'depth':
      return messageOf('verdict/tooDeep');
    case 'excluded':
      return messageOf('verdict/excluded', { pattern: why.pattern });
    case 'not-included':
      return messageOf('verdict/noPattern');
  }
}
