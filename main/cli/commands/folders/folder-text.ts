import type { FolderView } from '../../../core/views/folders.ts';
import { textOf } from '../../../messages/text.ts';
import { countRecipients } from '../../options/recipients.ts';
import { plainText } from '../../terminal/format.ts';
import { pollingTexts } from '../../terminal/polling-text.ts';

/** Returns text such as `test distribution, activates, sends to 2; only apk; moved to /done`. */
export function ruleText(folder: FolderView): string {
  const { recipients, afterUpload, application } = folder;
  const recipientCount = countRecipients(recipients);
  const tests = folder.area === 'testingdist';
  const actions = [
    tests ? 'test distribution' : 'store',
    application.kind === 'chosen' ? `app ${application.id}` : null,
    application.kind === 'new' ? 'a separate app' : null,
    tests && folder.activate ? 'activates' : null,
    tests && recipientCount > 0 ? `sends to ${recipientCount}` : null,
    folder.askFirst ? 'asks first' : null,
    folder.releaseNotes.kind === 'none'
      ? null
      : folder.releaseNotes.kind === 'git'
        ? 'notes from git'
        : 'notes',
  ];
  const rest = [
    folder.kinds.length === 1 ? `only ${folder.kinds[0]}` : null,
    folder.include.length > 0 ? `only ${folder.include.join(', ')}` : null,
    folder.exclude.length > 0 ? `not ${folder.exclude.join(', ')}` : null,
    folder.depth === null ? null : `${folder.depth} deep`,
    folder.stableForMs === 300 ? null : `stable for ${folder.stableForMs} ms`,
    afterUpload.kind === 'move' ? `moved to ${afterUpload.folder}` : null,
    afterUpload.kind === 'delete' ? 'deleted after the upload' : null,
  ];
  return plainText([joined(actions, ', '), ...rest.filter((part) => part !== null)].join('; '));
}

export function waitingText({ kinds, include, depth, existingBuilds, activate, area }: FolderView): string {
  const files = include.length > 0 ? include.join(', ') : kinds.map((kind) => `.${kind}`).join(' and ');
  const where = depth === 0 ? 'in it' : 'in it and below it';
  const then = area === 'testingdist' && activate ? 'uploaded and activated' : 'uploaded';
  const before =
    existingBuilds === 'none' ? ' Existing builds are skipped (--existing all includes them).' : '';
  return plainText(`Every new ${files} file ${where} is ${then} once it is finished.${before}`);
}

/** `running`: true if a running Slipway watches the folders. */
export function stateText(folder: FolderView, running: boolean): string {
  if (folder.problem) return plainText(textOf(folder.problem));
  if (folder.paused) return 'paused';
  const { state } = folder;
  if (state.kind === 'unreachable') return plainText(textOf(state.failure));
  if (state.kind === 'awaited') return 'does not exist yet; watched as soon as it exists';
  if (!running) return 'not watched: Slipway is not running';
  return state.kind === 'polling' ? pollingTexts[state.reason] : state.kind;
}

function joined(parts: readonly (string | null)[], between: string): string {
  return parts.filter((part) => part !== null).join(between);
}
