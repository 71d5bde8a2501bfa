/** Uploads of earlier calls, which the queue continues together with the new uploads. */
import { CodedError } from '../../../base/errors.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import { finishedStates, stableStates, type UploadView } from '../../../uploads/upload-view.ts';
import { buildTitle, stateText } from '../../run/follow.ts';
import { plainText } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/**
 * Returns other uploads in the queue that continue with this command. Omits uploads of other accounts that
 * were set by environment variables, because the secrets of such accounts are not stored.
 */
export async function earlierUploads(
  client: LocalClient,
  account: Account,
  own: readonly UploadView[],
): Promise<readonly UploadView[]> {
  const ids = new Set(own.map(({ id }) => id));
  const accounts = await client.call('accounts.list', {});
  const others = accounts.filter(({ id, kind }) => kind === 'environment' && id !== account.id);
  const withoutSecrets = new Set(others.map(({ id }) => id));
  const all = await client.call('uploads.list', {});
  return all.filter(
    ({ id, accountId, state, pausedIndividually }) =>
      !ids.has(id) && !withoutSecrets.has(accountId) && !stableStates.includes(state) && !pausedIndividually,
  );
}

export function printContinued({ note }: Terminal, earlier: readonly UploadView[]): void {
  if (earlier.length === 0) return;
  const what = earlier.length === 1 ? 'an earlier upload' : `${earlier.length} earlier uploads`;
  note(`Also continuing ${what} (--only-these leaves earlier uploads in the queue):`);
  for (const one of earlier) note(`  ${buildTitle(one)}, from ${plainText(one.path)}${nextStepsText(one)}`);
}

export function printOutcomes({ print }: Terminal, earlier: readonly UploadView[]): void {
  for (const one of earlier) {
    const rest = finishedStates.includes(one.state) ? '' : '; it stays in the queue';
    print(`Earlier upload ${buildTitle(one)}: ${stateText(one)}${rest}`);
  }
}

function nextStepsText({ area, activate, recipients: { teamIds, memberIds, emails } }: UploadView): string {
  if (area === 'appstore' || !activate) return '';
  const isSent = teamIds.length + memberIds.length + emails.length > 0;
  return isSent ? ', to be activated and sent' : ', to be activated';
}

/** Pauses the unfinished uploads of a terminated command, so that no later command continues them. */
export async function pauseUploads(client: LocalClient, uploads: readonly UploadView[]): Promise<void> {
  for (const { id, folderId } of uploads) {
    if (folderId !== null) continue;
    await client.call('uploads.pauseOne', { id, terminated: true }).catch((error: unknown) => {
      // Expected if the upload has finished or is currently sending messages.
      if (!(error instanceof CodedError && error.code === 'uploads/notPausable')) throw error;
    });
  }
}
