/** The queue a command works with: its own, or that of the Slipway which owns the data folder. */

import { systemClock } from '../../base/clock.ts';
import { CodedError, isAbort } from '../../base/errors.ts';
import { type BridgeHost, createBridge } from '../../bridge/bridge.ts';
import { connectToOwner, type LocalClient, ownClient } from '../../bridge/local/local-client.ts';
import type { LocalServer } from '../../bridge/local/local-server.ts';
import type { Core } from '../../core.ts';
import type { Account } from '../../settings/settings-schema.ts';
import { cliErrors } from '../errors.ts';
import type { ConnectionOptions } from '../options/options.ts';
import { version } from '../paths.ts';
import { type Context, namedAccount, type OpenedCore, queueFolder, withOwnCore } from './context.ts';
import { terminalHost } from './terminal-host.ts';

export type ConnectedTo = {
  readonly client: LocalClient;
  readonly account: Account | null;
  /** Null while another process does the work. */
  readonly own: OpenedCore | null;
};

/** How long the owner of a data folder may take to listen, or to let go of the folder when it ends. */
const handoverMs = 5_000;
const askAgainMs = 200;

/**
 * The work of a command that ends by itself begins before other programs are listened to, which loads a server: whoever
 * wants the queue asks again until then, and a command that is over sooner needs none.
 */
const listenAfterMs = 500;

/**
 * Works with a core of one's own, or with the one that owns the data folder. When that one ends, `work` begins anew with
 * the next: what was queued is recognised. Throws `lock/held` when the owner lets nobody in.
 */
export function withClient<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
): Promise<Result> {
  return atEitherCore(context, connection, work, () =>
    workingAsOwner(context, connection, listenAfterMs, work),
  );
}

/** As `withClient`, for a command that ends before another program would need its core. */
export function withBriefClient<Result>(
  context: Context,
  work: (at: ConnectedTo) => Promise<Result>,
  connection: ConnectionOptions | null = null,
): Promise<Result> {
  return atEitherCore(context, connection, work, () =>
    withOwnCore(context, connection, async (own) => {
      const client = clientOf(own.core);
      try {
        return await work({ client, account: null, own });
      } finally {
        client.close();
      }
    }),
  );
}

async function atEitherCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
  atOwn: () => Promise<Result>,
): Promise<Result> {
  let patienceEnds = systemClock.monotonic() + handoverMs;
  for (;;) {
    const own = await unlessHeld(atOwn);
    if ('result' in own) return own.result;
    const connected = await atTheirCore(context, connection, work);
    if (connected && 'result' in connected) return connected.result;
    if (connected) patienceEnds = systemClock.monotonic() + handoverMs;
    else if (systemClock.monotonic() >= patienceEnds) throw own.held;
    await systemClock.sleep(askAgainMs, context.interrupt.signal);
  }
}

/**
 * Works with a core of one's own, and lets other programs hand their work to it from the beginning. Throws `lock/held`
 * when another Slipway owns the data folder.
 */
export function withOwnClient<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: AtOwnCore) => Promise<Result>,
): Promise<Result> {
  return workingAsOwner(context, connection, 0, work);
}

type AtOwnCore = ConnectedTo & { readonly own: OpenedCore };

/** `listenAfter`: milliseconds; with 0 the work waits until others are listened to. */
function workingAsOwner<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  listenAfter: number,
  work: (at: AtOwnCore) => Promise<Result>,
): Promise<Result> {
  return withOwnCore(context, connection, ({ account, ...own }) =>
    withLocalServer(own, listenAfter, (client) => work({ client, account, own })),
  );
}

/** A core to work with as if it were another process's. */
export function clientOf(core: Core): LocalClient {
  return ownClient(createBridge(core, terminalHost()));
}

/** Whether the account is that of the service this Slipway has built in. */
export async function isBuiltIn(client: LocalClient, accountId: string): Promise<boolean> {
  const accounts = await client.call('accounts.list', {});
  return accounts.some(({ id, kind }) => id === accountId && kind === 'built-in');
}

async function withLocalServer<Result>(
  own: OpenedCore,
  listenAfter: number,
  work: (client: LocalClient) => Promise<Result>,
): Promise<Result> {
  const bridge = createBridge(own.core, terminalHost());
  const client = ownClient(bridge);
  const over = new AbortController();
  const listening = listen(own, bridge, listenAfter, over.signal);
  try {
    if (listenAfter === 0) await listening;
    return await work(client);
  } finally {
    over.abort();
    await (await listening)?.close();
    client.close();
  }
}

/** Null when the work was over before, or nobody can connect: no reason to stop it, so the log has it. */
async function listen(
  { core, log }: OpenedCore,
  bridge: BridgeHost,
  after: number,
  over: AbortSignal,
): Promise<LocalServer | null> {
  try {
    if (after > 0) await systemClock.sleep(after, over);
    const { startLocalServer } = await import('../../bridge/local/local-server.ts');
    return await startLocalServer({ bridge, dataDir: core.dataDir, version: core.version, log });
  } catch (error) {
    if (!isAbort(error)) log.scope('local').warn('Other programs cannot hand work to this one', { error });
    return null;
  }
}

async function unlessHeld<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly held: CodedError }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'lock/held') return { held: error };
    throw error;
  }
}

/** Null when nobody can be connected to. */
async function atTheirCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly ended: true } | null> {
  const account = connection && namedAccount(context, connection);
  const client = await connectToOwner(queueFolder(context, account), version());
  if (!client) return null;
  try {
    if (account && !(await client.call('accounts.list', {})).some(({ id }) => id === account.id)) {
      throw cliErrors.accountNotThere({ name: account.name, folder: context.dataDir });
    }
    return { result: await work({ client, account, own: null }) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'local/closed') return { ended: true };
    throw error;
  } finally {
    client.close();
  }
}
