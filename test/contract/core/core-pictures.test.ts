/** Icons of the service as front ends get them: no address that needs a token ever crosses. */
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { putBuild, startedCore, upload } from './core-world.ts';

test('the icon of a test version and of a store profile come as data', async () => {
  const { core, builds } = await startedCore();
  const path = await putBuild(builds, 'notes.apk', 7);
  for (const area of ['testingdist', 'appstore'] as const) {
    const target = { accountId: builtInAccountId, area, activate: false, recipients: noRecipients };
    await core.uploads.add({ ...target, paths: [path] });
    await upload(core, (view) => view.area === area && view.state === 'done');
  }
  const icon = await core.uploads.fileIcon(path);
  expect(icon).toMatch(/^data:image\/png;base64,/);
  const [application] = await core.apps.list({ accountId: builtInAccountId });
  const address = application?.lastProfile?.iconUrl ?? '';
  expect((await fetch(address)).status, 'nobody gets it without the token').toBe(401);
  expect(await core.pictures.get({ accountId: builtInAccountId, address })).toBe(icon);
  const base = core.service.service().url;
  expect(
    await core.pictures.get({ accountId: builtInAccountId, address: `${base}/api/v3/root` }),
    'what is no picture',
  ).toBeNull();
  expect(
    await core.pictures.get({ accountId: builtInAccountId, address: 'https://elsewhere.example/icon.png' }),
  ).toBeNull();
  await expect(core.pictures.get({ accountId: 'nobody', address })).rejects.toMatchObject({
    code: 'api/unknownAccount',
  });
});
