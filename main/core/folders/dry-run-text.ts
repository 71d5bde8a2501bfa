import { basename } from 'node:path';
import { type Message, messageOf } from '../../messages/message.ts';
import { unfinishedReason } from '../../watcher/completeness/waiting-reasons.ts';
import type { DryRunFile, DryRunOutcome } from '../../watcher/dry-run.ts';
import type { Exclusion } from '../../watcher/files/file-rule.ts';
import type { DryRunFileView } from '../views/folders.ts';
import type { Choice } from './release.ts';

/** `waitingFor` is the reason why the watcher has not announced the file yet. */
export function dryRunFileView(
  { path, relativePath, size, mtimeMs, outcome }: DryRunFile,
  choice: Choice | undefined,
  waitingFor: Message | undefined,
): DryRunFileView {
  if (choice?.kind === 'other') {
    const reason = messageOf('waiting/otherOfRelease', { sent: basename(choice.build.path) });
    return { path, relativePath, size, modifiedAt: mtimeMs, verdict: 'not-wanted', reason };
  }
  if (outcome.kind === 'selected' && waitingFor) {
    return { path, relativePath, size, modifiedAt: mtimeMs, verdict: 'unfinished', reason: waitingFor };
  }
  const verdict = outcome.kind === 'selected' ? 'upload' : outcome.kind;
  return { path, relativePath, size, modifiedAt: mtimeMs, verdict, reason: reasonOf(outcome) };
}

function reasonOf(outcome: DryRunOutcome): Message | null {
  switch (outcome.kind) {
    case 'selected':
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

function notWantedReason(why: Exclusion): Message {
  switch (why.kind) {
    case 'name':
      return messageOf('verdict/ignoredPath');
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
