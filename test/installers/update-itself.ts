/** Updates an AppImage from within. Imported by run-packaged.ts, which replaces Electron. */
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createNetwork } from '../../main/api/transport/network.ts';
import { createSecureGet } from '../../main/api/transport/secure-get.ts';
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { textOf } from '../../main/messages/text.ts';
import { builtFeedKey } from '../../main/shell/updates/feed-signature.ts';
import { builtFeed, electronUpdaterEngine } from '../../main/shell/updates/update-engine.ts';
import { createUpdates } from '../../main/shell/updates/updates.ts';

/** Proxy, PEM file of its authority, and file to which the results `failed` and `current` are appended. */
export type UpdateOrder = { readonly proxy: string; readonly authority: string; readonly answers: string };

export type UpdateAnswer = { readonly feed: string | null; readonly state: string; readonly words: string };

/** electron-updater notifies Electron's own updater at Quit. This no-op replaces it. */
const require = createRequire(import.meta.url);
const electron = require.resolve('electron');
require.cache[electron] = Object.assign(
  new (require('node:module') as typeof import('node:module'))(electron),
  {
    loaded: true,
    exports: { autoUpdater: { emit: () => true } },
  },
);
const { AppImageUpdater } = require('electron-updater') as typeof import('electron-updater');

/**
 * Checks for a newer version, installs it, and exits once it has started. `resources`: folder of the package.
 */
export async function updateItself(resources: string, version: string, order: UpdateOrder): Promise<void> {
  const feed = await builtFeed(resources);
  const publicKey = await builtFeedKey(resources);
  if (feed === null || publicKey === null) throw new Error('The package has no feed, or no key of it.');
  const cache = join(homedir(), '.cache');
  const updater = new AppImageUpdater(null, {
    ...{ version, name: 'Slipway', isPackaged: true, userDataPath: cache, baseCachePath: cache },
    appUpdateConfigPath: join(resources, 'app-update.yml'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => process.exit(),
    onQuit: () => undefined,
  });
  const redactor = new Redactor();
  const log = createLog({ clock: systemClock, redactor, sinks: [] });
  const certificates = [readFileSync(order.authority, 'utf8')];
  const network = createNetwork({
    certificates: async () => certificates,
    proxyFor: async () => order.proxy,
  });
  const nothing = (): void => undefined;
  const engine = electronUpdaterEngine(
    updater,
    log,
    { needsPassword: false, releaseLock: nothing, relaunch: nothing },
    {
      secureGet: createSecureGet({ network, redactor }),
      checkSignature: async () => 'not on Linux',
      signedFeed: { url: feed, publicKey },
    },
  );
  const updates = createUpdates({
    ...{ engine, version, clock: systemClock, log, isUploading: () => false },
    quitThen: (act) => act(),
  });
  updates.onChange((view) => {
    const words = view.state === 'failed' ? textOf(view.failure) : '';
    const answer: UpdateAnswer = { feed, state: view.state, words };
    if (view.state === 'failed' || view.state === 'current')
      appendFileSync(order.answers, `${JSON.stringify(answer)}\n`);
    if (view.state === 'ready') void updates.install();
  });
  await updates.check();
}
