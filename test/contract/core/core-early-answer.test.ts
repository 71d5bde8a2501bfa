/** Confirmations before the queue starts, such as a click on a notification while the application starts. */
import { expect, test } from 'vitest';
import { createBridge } from '../../../main/bridge/bridge.ts';
import { terminalHost } from '../../../main/cli/run/terminal-host.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { freshFolders, makeCore, openCore, upload, writeBuild } from './core-world.ts';

test('a build confirmed before the queue starts is uploaded once', async () => {
  const { dataDir, builds } = await freshFolders();
  const secrets = memorySecrets();
  const earlier = await openCore(dataDir, secrets);
  const bridge = createBridge(earlier.core, terminalHost());
  expect(await bridge.call('service.start', {})).toMatchObject({ ok: true });
  const values = { accountId: builtInAccountId, area: 'testingdist', activate: true, askFirst: true };
  const paths = [await writeBuild(builds, 'notes.apk', 7)];
  const recipients = { ...noRecipients, teamIds: [], memberIds: [], emails: [] };
  expect(await bridge.call('uploads.add', { ...values, paths, recipients })).toMatchObject({ ok: true });
  const asked = await upload(earlier.core, ({ state }) => state === 'ready');
  await earlier.close();

  const { core } = await makeCore(dataDir, secrets);
  const answered = createBridge(core, terminalHost()).call('uploads.answer', { id: asked.id, send: true });
  expect(await answered).toMatchObject({ ok: true });
  expect(
    core.uploads.list().map(({ state }) => state),
    'the queue does not run yet',
  ).not.toContain('done');
  await core.start();
  expect((await upload(core, ({ state }) => state === 'done')).id).toBe(asked.id);
  expect(core.uploads.list()).toHaveLength(1);
});
