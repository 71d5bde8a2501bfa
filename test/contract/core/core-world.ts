import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import type { ConnectionSource } from '../../../main/core/network/connection.ts';
import type { SystemProxy } from '../../../main/core/network/proxy-choice.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { type Core, createCore } from '../../../main/core.ts';
import type { FolderInput } from '../../../main/settings/folder-rule.ts';
import type { SecretStore } from '../../../main/settings/secrets.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { openSettings } from '../../../main/settings/settings-store.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';

/** A connection that is always online, so that tests need no network. */
export const alwaysOnline: ConnectionSource = { online: () => true, metered: async () => false };

type OpenedCore = { readonly core: Core; readonly lines: readonly string[]; close(): Promise<void> };

/** Starts a core on the data folder. Pass the same `secrets` again to simulate a restart. */
export async function openCore(...given: Parameters<typeof makeCore>): Promise<OpenedCore> {
  const made = await makeCore(...given);
  await made.core.start();
  return made;
}

export async function makeCore(
  dataDir: string,
  secrets: SecretStore = memorySecrets(),
  systemProxy?: SystemProxy,
  connection: ConnectionSource = alwaysOnline,
): Promise<OpenedCore> {
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const settings = openSettings(dataDir, log, systemClock.now);
  const core = await createCore({
    dataDir,
    settings,
    secrets,
    clock: systemClock,
    log,
    redactor,
    version: '0.0.0',
    connection,
    preferredLocales: () => ['en'],
    ...quickPasswords,
    ...(systemProxy ? { systemProxy } : {}),
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await core.stop();
  };
  onTestFinished(close);
  return { core, lines, close };
}

export async function freshFolders(): Promise<{ readonly dataDir: string; readonly builds: string }> {
  const [dataDir, builds] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  return { dataDir, builds };
}

/** Starts a core on new folders. `builds` is empty. */
export async function freshCore(secrets?: SecretStore) {
  const { dataDir, builds } = await freshFolders();
  return { ...(await openCore(dataDir, secrets)), dataDir, builds };
}

/** Starts a core on new folders, with the built-in service. */
export async function startedCore(secrets?: SecretStore) {
  const fresh = await freshCore(secrets);
  await fresh.core.service.start();
  return fresh;
}

/** Returns the rule of a folder that uploads to the built-in service, without recipients. */
export function folderRule(path: string, changes: Partial<FolderInput> = {}): FolderInput {
  return {
    ...{ path, accountId: builtInAccountId, area: 'testingdist', activate: false },
    ...{ recipients: noRecipients, sendAnyway: false, existingBuilds: 'all' },
    ...changes,
  };
}

/** Writes a small apk into a folder as compilers do: to a temporary file that is then renamed. */
export async function writeBuild(folder: string, name: string, versionCode: number): Promise<string> {
  const path = join(folder, name);
  const build = buildSampleApk({
    id: 'org.example.notes',
    label: 'Notes',
    versionName: `1.${versionCode}`,
    versionCode,
    minSdk: 24,
    targetSdk: 35,
    paddingBytes: 50_000,
  });
  await writeFile(`${path}.tmp`, build);
  await rename(`${path}.tmp`, path);
  return path;
}

/** Resolves to the first upload that matches, now or later. */
export function upload(core: Core, matches: (view: UploadView) => boolean): Promise<UploadView> {
  const existing = core.uploads.list().find(matches);
  if (existing) return Promise.resolve(existing);
  return new Promise((resolve) => {
    const stop = core.uploads.events.on('changed', (view) => {
      if (!matches(view)) return;
      stop();
      resolve(view);
    });
  });
}
