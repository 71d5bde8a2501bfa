/** Connects a command to a queue: its own, or that of the process that owns the data folder. */

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
  /** Null if another process owns the data folder and runs the queue. */
  readonly own: OpenedCore | null;
};

/** Maximum wait until the owner starts its local server, or exits and releases the data folder. */
const handoverMs = 5_000;
const retryMs = 200;

/** Delay before the local server starts, so that short commands do not load it. Clients retry until then. */
const listenAfterMs = 500;

/**
 * Runs `work` on a core of this process, or through the owner of the data folder. If the owner exits, repeats
 * `work` with the next owner, which recognises builds that are already queued. Throws `lock/inUse` if the
 * owner cannot be reached.
 */
export function withClient<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
): Promise<Result> {
  return withEitherCore(context, connection, work, () =>
    workingAsOwner(context, connection, listenAfterMs, work),
  );
}

/** Like `withClient`, but starts no local server, for commands that finish quickly. */
export function withBriefClient<Result>(
  context: Context,
  work: (at: ConnectedTo) => Promise<Result>,
  connection: ConnectionOptions | null = null,
): Promise<Result> {
  return withEitherCore(context, connection, work, () =>
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

async function withEitherCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
  atOwn: () => Promise<Result>,
): Promise<Result> {
  let deadline = systemClock.monotonic() + handoverMs;
  for (;;) {
    const own = await unlessLocked(atOwn);
    if ('result' in own) return own.result;
    const connected = await withOwnersCore(context, connection, work);
    if (connected && 'result' in connected) return connected.result;
    if (connected) deadline = systemClock.monotonic() + handoverMs;
    else if (systemClock.monotonic() >= deadline) throw own.lockError;
    await systemClock.sleep(retryMs, context.interrupt.signal);
  }
}

/** Runs `work` on a core of this process while the local server listens. Throws `lock/inUse`. */
export function withOwnClient<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: OwnConnection) => Promise<Result>,
): Promise<Result> {
  return workingAsOwner(context, connection, 0, work);
}

type OwnConnection = ConnectedTo & { readonly own: OpenedCore };

/** `listenAfter`: milliseconds until the local server starts. With 0, `work` waits for it. */
function workingAsOwner<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  listenAfter: number,
  work: (at: OwnConnection) => Promise<Result>,
): Promise<Result> {
  return withOwnCore(context, connection, ({ account, ...own }) =>
    withLocalServer(own, listenAfter, (client) => work({ client, account, own })),
  );
}

export function clientOf(core: Core): LocalClient {
  return ownClient(createBridge(core, terminalHost()));
}

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
  const stopped = new AbortController();
  const listening = listen(own, bridge, listenAfter, stopped.signal);
  try {
    if (listenAfter === 0) await listening;
    return await work(client);
  } finally {
    stopped.abort();
    await (await listening)?.close();
    client.close();
  }
}

/** Returns null if `work` finished first, or if the server failed to start, which is only logged. */
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
    if (!isAbort(error)) log.scope('local').warn('Could not start the local server', { error });
    return null;
  }
}

async function unlessLocked<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly lockError: CodedError }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'lock/inUse') return { lockError: error };
    throw error;
  }
}

/** Returns null if no owner accepts connections. */
async function withOwnersCore<Result>(
  context: Context,
  connection: ConnectionOptions | null,
  work: (at: ConnectedTo) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly ended: true } | null> {
  const account = connection && namedAccount(context, connection);
  const client = await connectToOwner(queueFolder(context, account), version());
  if (!client) return null;
  try {
    if (account && !(await client.call('accounts.list', {})).some(({ id }) => id === account.id)) {
      throw cliErrors.accountNotShared({ name: account.name, folder: context.dataDir });
    }
    return { result: await work({ client, account, own: null }) };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'local/closed') return { ended: true };
    throw error;
  } finally {
    client.close();
  }
}
