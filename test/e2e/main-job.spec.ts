/** A build from a watched folder reaches its testers without user action. */
import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadThroughLink } from '../../main/cli/demo/install-link.ts';
import { everywhere, expect, test } from './fixtures.ts';
import { drawerOf, goTo, rowOf, useBuiltIn, watchFolder } from './user-actions.ts';
import { deliveredMail, makePeople, realBuild, sampleApk } from './world.ts';

test(
  'a watched build is uploaded once its file is complete',
  everywhere,
  async ({ start, dataDir, folder }) => {
    await makePeople(dataDir);
    const slipway = await start();
    const { page } = slipway;
    await expect(page.getByRole('heading', { name: 'Where should builds go?' })).toBeVisible();
    await useBuiltIn(page);
    await watchFolder(page, { path: folder, team: 'QA', addresses: 'press@example.com' });
    await expect(rowOf(page, folder)).toContainText('sends to QA and press@example.com');

    const apk = sampleApk();
    const path = join(folder, 'app', 'release', 'field-notes.apk');
    await mkdir(join(folder, 'app', 'release'), { recursive: true });
    await goTo(page, 'Uploads');
    const half = Math.floor(apk.length / 2);
    await writeFile(path, apk.subarray(0, half));
    const waiting = rowOf(page, 'field-notes.apk');
    await expect(waiting).toContainText('The file is not complete yet: its end is missing.');
    await appendFile(path, apk.subarray(half, -1000));
    await expect(waiting).toContainText(/not complete yet|still being written/);
    await appendFile(path, apk.subarray(-1000));

    const row = rowOf(page, 'Field Notes');
    await expect(row).toContainText('Not mailed');
    await expect(row).toContainText('2.4.1 (1187)');
    await expect(page.getByRole('row').filter({ hasText: 'Waiting for the file' })).toHaveCount(0);
    await row.getByText('Field Notes', { exact: true }).click();
    const drawer = drawerOf(page);
    await expect(drawer.getByRole('listitem').filter({ has: page.locator('time') })).toContainText([
      'Appeared',
      'File complete',
      'Queued',
      'Upload started',
      'Uploaded',
      'Activated',
      'Not mailed',
    ]);
    await expect(drawer).toContainText(createHash('sha256').update(apk).digest('hex'));
    await drawer.getByRole('button', { name: 'Copy link' }).click();
    await expect(drawer.getByRole('button', { name: 'Copied' })).toBeVisible();
    const link = await drawer.locator('.link-text').innerText();
    expect(await slipway.copied()).toBe(link);
    await drawer.getByRole('button', { name: 'Open page' }).click();
    await expect.poll(slipway.opened).toEqual([link]);
  },
);

test('a watched build reaches its testers by mail', everywhere, async ({ start, dataDir, folder }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder, team: 'QA', addresses: 'press@example.com' });
  const apk = sampleApk();
  await writeFile(join(folder, 'field-notes.apk'), apk);
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Not mailed');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  const drawer = drawerOf(page);
  const link = await drawer.locator('.link-text').innerText();

  await goTo(page, 'Test apps');
  await expect(rowOf(page, 'Field Notes')).toContainText('Active');
  await rowOf(page, 'Field Notes').getByText('Field Notes', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes' })).toBeVisible();
  await expect(page.getByRole('switch', { name: '2.4.1 is active' })).toBeChecked();
  await expect(rowOf(page, '2.4.1')).toContainText('3 not mailed');
  await rowOf(page, '2.4.1').getByText('2.4.1').click();
  for (const name of ['Ada Lovelace', 'Ben Okri', 'press@example.com']) {
    await expect(drawer.getByRole('region', { name: 'Not mailed' })).toContainText(name);
  }

  const addresses = async () =>
    (await deliveredMail(dataDir))
      .map(({ headers }) => /[\w.]+@[\w.]+(?=>?$)/.exec(headers.get('to') ?? '')?.[0])
      .sort();
  await expect.poll(addresses).toEqual(['ada@example.org', 'ben@example.org', 'press@example.com']);
  const mail = await deliveredMail(dataDir);
  const personal = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(mail[0]?.text ?? '')?.[0] ?? '';
  for (const address of [link, personal]) {
    const downloaded = await downloadThroughLink(address, AbortSignal.timeout(10_000));
    expect(downloaded.sha256).toBe(createHash('sha256').update(apk).digest('hex'));
  }
});

test('builds of real compilers are uploaded and listed', everywhere, async ({ slipway, folder }) => {
  const builds = {
    'DeployGateSample.ipa': ['DeployGateAppForTest', 'Not installable: profile expired'],
    'DeployGateSample.apk': ['Sample', 'Active'],
  } as const;
  const { page } = slipway;
  await useBuiltIn(page);
  await watchFolder(page, { path: folder });
  await goTo(page, 'Uploads');
  for (const [name, [shown, state]] of Object.entries(builds)) {
    const source = realBuild(name);
    test.skip(source === null, 'The fixtures are not beside the project');
    await copyFile(source ?? '', join(folder, name));
    const row = page.getByRole('row').filter({ has: page.getByText(shown, { exact: true }) });
    await expect(row).toContainText(state);
  }
  await goTo(page, 'Test apps');
  for (const [shown] of Object.values(builds)) {
    const row = page.getByRole('row').filter({ has: page.getByText(shown, { exact: true }) });
    await expect(row).toContainText('1.0');
    await expect(row).toContainText('Active');
  }
});
