/** The queue a command works with: its own, or that of the Slipway which owns the data folder. */

import { systemClock } from '../../base/clock.ts';
import { CodedError } from '../../base/errors.ts';
import { createBridge } from '../../bridge/bridge.ts';
import { type Desk, ownDesk, visit } from '../../bridge/door/desk.ts';
import { openDoor } from '../../bridge/door/door.ts';
import type { Core } from '../../core.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { cliErrors } from '../errors.ts';
import type { ConnectionOptions } from '../options/options.ts';
import { version } from '../places.ts';
import { type Context, namedAccount, type OpenedCore, withOwnCore } from './context.ts';
import { terminalHost } from './terminal-host.ts';

export type AtDesk = {
  readonly desk: Desk;
  readonly account: Account | null;
  /** Null while another process does the work. */
  readonly own: OpenedCore | null;
};

/** How long the owner of a data folder may take to open its door, or to let go of the folder when it ends. */
const handoverMs = 5_000;
const askAgainMs = 200;

/**
 * Works with a core of one's own, or with the one that owns the data folder. When that one ends, `work` begins anew with
 * the next: what was queued is recognised. Throws `lock/held` when the owner lets nobody in.
 */
export async function withDesk<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: AtDesk) => Promise<Result>,
): Promise<Result> {
  let patienceEnds = systemClock.monotonic() + handoverMs;
  for (;;) {
    const own = await atOwnDesk(context, connection, work);
    if ('result' in own) return own.result;
    const visited = await atTheirDesk(context, connection, work);
    if (visited && 'result' in visited) return visited.result;
    if (visited) patienceEnds = systemClock.monotonic() + handoverMs;
    else if (systemClock.monotonic() >= patienceEnds) throw own.held;
    await systemClock.sleep(askAgainMs, context.interrupt.signal);
  }
}

/**
 * Works with a core of one's own, and lets other programs hand their work to it meanwhile. Throws `lock/held` when another
 * Slipway owns the data folder.
 */
export async function withOwnDesk<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: AtDesk & { readonly own: OpenedCore }) => Promise<Result>,
): Promise<Result> {
  return withOwnCore(context, connection, ({ account, ...own }) =>
    withDoor(own, (desk) => work({ desk, account, own })),
  );
}

/** A core to work with as if it were another process's. */
export function deskOf(core: Core): Desk {
  return ownDesk(createBridge(core, terminalHost()));
}

/** Whether the account is that of the service this Slipway has built in. */
export async function isBuiltIn(desk: Desk, accountId: string): Promise<boolean> {
  const accounts = await desk.call('accounts.list', {});
  return accounts.some(({ id, kind }) => id === accountId && kind === 'built-in');
}

async function withDoor<Result>(
  { core, log }: OpenedCore,
  work: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  const bridge = createBridge(core, terminalHost());
  const desk = ownDesk(bridge);
  const door = await openDoor({ bridge, dataDir: core.dataDir, version: core.version, log });
  try {
    return await work(desk);
  } finally {
    await door.close();
    desk.leave();
  }
}

async function atOwnDesk<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: AtDesk) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly held: CodedError }> {
  try {
    return { result: await withOwnDesk(context, connection, work) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'lock/held') return { held: error };
    throw error;
  }
}

/** Null when nobody can be visited. */
async function atTheirDesk<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: AtDesk) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly ended: true } | null> {
  const desk = await visit(context.dataDir, version());
  if (!desk) return null;
  try {
    const account = connection && namedAccount(context, connection);
    if (account && !(await desk.call('accounts.list', {})).some(({ id }) => id === account.id)) {
      throw cliErrors.accountNotThere({ name: account.name, folder: context.dataDir });
    }
    return { result: await work({ desk, account, own: null }) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'door/closed') return { ended: true };
    throw error;
  } finally {
    desk.leave();
  }
}
