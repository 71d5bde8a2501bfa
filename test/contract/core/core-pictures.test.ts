/** Icons from the service are passed on as data, so that front ends need no token. */
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { startedCore, upload, writeBuild } from './core-world.ts';

test('the icon of an application is returned as data, not as a URL', async () => {
  const { core, builds } = await startedCore();
  const path = await writeBuild(builds, 'notes.apk', 7);
  for (const area of ['testingdist', 'appstore'] as const) {
    const target = { accountId: builtInAccountId, area, activate: false, recipients: noRecipients };
    await core.uploads.add({ ...target, paths: [path] });
    await upload(core, (view) => view.area === area && view.state === 'done');
  }
  const icon = await core.uploads.fileIcon(path);
  expect(icon).toMatch(/^data:image\/png;base64,/);
  const [application] = await core.apps.list({ accountId: builtInAccountId });
  const address = application?.lastProfile?.iconUrl ?? '';
  expect((await fetch(address)).status, 'the icon needs the token').toBe(401);
  expect(await core.pictures.get({ accountId: builtInAccountId, address })).toBe(icon);
  const base = core.service.service().url;
  expect(
    await core.pictures.get({ accountId: builtInAccountId, address: `${base}/api/v3/root` }),
    'not a picture',
  ).toBeNull();
  expect(
    await core.pictures.get({ accountId: builtInAccountId, address: 'https://elsewhere.example/icon.png' }),
  ).toBeNull();
  await expect(core.pictures.get({ accountId: 'nobody', address })).rejects.toMatchObject({
    code: 'api/unknownAccount',
  });
});
