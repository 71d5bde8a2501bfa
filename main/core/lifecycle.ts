import type { SentBuilds } from '../uploads/delta/sent-builds.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Watcher } from '../watcher/watcher.ts';
import type { Icons } from './apps/icons.ts';
import type { Connections } from './connections.ts';
import type { CoreDependencies } from './core-dependencies.ts';
import type { WatchedFolders } from './folders/watched-folders.ts';
import { hostsOfWaitingUploads, systemNetworkState, watchNetworkChanges } from './network/network-changes.ts';
import type { BuiltIn } from './service/built-in.ts';

export type StartOptions = {
  readonly folders?: boolean | undefined;
  readonly skip?: ReadonlySet<string> | undefined;
  readonly delta?: boolean | undefined;
};

export function createLifecycle(
  { settings, clock, log }: CoreDependencies,
  services: {
    readonly connections: Connections;
    readonly builtIn: BuiltIn;
    readonly icons: Icons;
    readonly sentBuilds: SentBuilds;
    readonly uploads: Uploads;
    readonly watcher: Watcher;
    readonly folders: WatchedFolders;
    /** Called first when the core stops. */
    readonly removeListeners: () => void;
    /** Called last when the core stops. */
    readonly close: () => Promise<void>;
  },
) {
  const { connections, builtIn, icons, sentBuilds, uploads, watcher, folders } = services;
  const { accounts, network } = connections;
  const stopping = new AbortController();
  let stopWatching = (): void => {};
  const wake = (): void => {
    watcher.wake();
    uploads.wake({ afterSleep: true });
    connections.connection
      .checkNow()
      .catch((error: unknown) => log.warn('Could not check the network', { error }));
  };
  return {
    stopping: stopping.signal,
    start: async (options: StartOptions = {}) => {
      if (options.delta === false) sentBuilds.disable();
      if (settings.get().builtInService.enabled) {
        await builtIn
          .start()
          .catch((error: unknown) => log.error('Could not start the built-in service', { error }));
      }
      if (stopping.signal.aborted) return;
      await icons
        .prune(uploads.iconsInUse())
        .catch((error: unknown) => log.warn('Could not remove old icons', { error }));
      await sentBuilds.prune(uploads.list());
      connections.start();
      stopWatching = watchNetworkChanges({
        ...{ clock, log: log.scope('network'), state: systemNetworkState(network.lookup), onWake: wake },
        hosts: () => hostsOfWaitingUploads(uploads.list(), accounts.all(), network),
        onChange: () => uploads.wake(),
      });
      await uploads.start(options.skip);
      if (options.folders ?? true) await folders.start();
    },
    wake,
    stop: async () => {
      stopping.abort();
      services.removeListeners();
      stopWatching();
      connections.stop();
      const { sessions, secureGet, hashing } = connections;
      const stopBuiltIn = () => builtIn.stop({ remember: false });
      const stops = [watcher.stop, uploads.stop, sessions.close, secureGet.close, hashing.close, stopBuiltIn];
      for (const end of [...stops, services.close]) {
        await end().catch((error: unknown) => log.error('Could not stop a component cleanly', { error }));
      }
    },
  };
}
