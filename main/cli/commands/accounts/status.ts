import { join } from 'node:path';
import { CodedError, isAbort, toFailure } from '../../../base/errors.ts';
import type { Failure } from '../../../base/failure.ts';
import { textOf } from '../../../messages/text.ts';
import type { Account } from '../../../settings/settings-schema.ts';
import { finishedStates } from '../../../uploads/upload-view.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../../exit-codes.ts';
import type { ConnectionOptions } from '../../options/options.ts';
import { type Context, namedAccount, withClientCore } from '../../run/context.ts';
import { type ConnectedTo, withBriefClient } from '../../run/queue-client.ts';
import { withCommandRetry } from '../../run/retry.ts';
import { plainText } from '../../terminal/format.ts';
import { failureObject } from '../../terminal/terminal.ts';

/** Returns 0 if the account can sign in or there is none, else the exit code of the failure. */
export async function status(context: Context, options: ConnectionOptions): Promise<ExitCode> {
  const { terminal } = context;
  const account = accountOf(context, options);
  const failure = account && (await signInFailure(context, options));
  const fetchQueue = async ({ client, own }: ConnectedTo) => ({
    uploads: await client.call('uploads.list', {}),
    folders: await client.call('folders.list', {}),
    isOwned: own === null,
  });
  const queue = account?.kind === 'token' ? options : null;
  const { uploads, folders, isOwned } = await withBriefClient(context, fetchQueue, queue);
  const active = uploads.filter(({ state }) => !finishedStates.includes(state)).length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  if (account === null)
    terminal.print(
      'Account:  none; “slipway login ADDRESS” signs in to one, “slipway serve” runs one here.',
      'yellow',
    );
  else {
    terminal.print(`Account:  ${plainText(account.name)} (${plainText(account.baseUrl)})`);
    terminal.print(`Sign-in:  ${failure ? plainText(textOf(failure)) : 'works'}`, failure ? 'red' : 'green');
  }
  terminal.print(`Queue:    ${active} unfinished, ${failed} failed`);
  terminal.print(`Folders:  ${folders.length}${isOwned ? '' : ', not watched: Slipway is not running'}`);
  const log = join(context.dataDir, 'logs', 'slipway.log');
  terminal.print(`Data:     ${plainText(context.dataDir)}`);
  terminal.print(`Log:      ${plainText(log)}`);
  terminal.result({
    account: account && { id: account.id, name: account.name, baseUrl: account.baseUrl },
    error: failure && failureObject(failure),
    uploads: { underWay: active, failed },
    folders: folders.length,
    running: isOwned,
    dataDir: context.dataDir,
    log,
  });
  return failure ? exitCodeOf(failure) : exitCodes.done;
}

function accountOf(context: Context, options: ConnectionOptions): Account | null {
  try {
    return namedAccount(context, options);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'cli/noAccount') return null;
    throw error;
  }
}

function signInFailure(context: Context, options: ConnectionOptions): Promise<Failure | null> {
  return withClientCore(context, options, (core, account) =>
    withCommandRetry(context, async () => {
      await core.accounts.signIn({ id: account.id });
      return null;
    }).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      return toFailure(error);
    }),
  );
}
