import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { browsing, userAgents } from '../fakes/user-agents.ts';
import { violations } from './accessibility-checks.ts';
import { everywhere, expect, test } from './fixtures.ts';
import { drawerOf, goTo, paste, rowOf, uploadBuild, useBuiltIn } from './user-actions.ts';
import { deliveredMail, sampleApk } from './world.ts';

/** Opens the links in both messages, and downloads the build from one of them. */
async function receive(dataDir: string): Promise<void> {
  const headers = browsing(userAgents.androidChrome);
  for (const { headers: head, text } of await deliveredMail(dataDir)) {
    const link = /http:\/\/127\.0\.0\.1:\d+\/install\/[\w-]+/.exec(text)?.[0] ?? '';
    await fetch(link, { headers });
    if (head.get('to')?.includes('ada@')) await (await fetch(`${link}/file`, { headers })).arrayBuffer();
  }
}

/** Returns the widths of a row's bars. */
const barsOf = (row: Locator): Promise<(string | null)[]> =>
  row.locator('.bar-share').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('width')));

test('statistics show recipients and disk usage', everywhere, async ({ start, dataDir, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  for (const versionName of ['2.4.1', '2.4.2']) {
    await uploadBuild(page, join(folder, `${versionName}.apk`), sampleApk({ versionName }));
    await expect(rowOf(page, versionName)).toContainText('Active');
  }

  await goTo(page, 'Test apps');
  await rowOf(page, 'Field Notes').getByText('Field Notes').click();
  await page.getByRole('button', { name: 'Statistics' }).press('Enter');
  await expect(drawerOf(page)).toContainText('No recipients yet.');
  await rowOf(page, '2.4.1').getByRole('button', { name: 'Send…' }).click();
  const send = page.getByRole('dialog', { name: 'Send Field Notes 2.4.1' });
  await paste(send.getByRole('textbox', { name: 'Recipients' }), 'ada@example.org ben@example.org');
  await send.getByRole('button', { name: 'Create links' }).click();
  await expect(rowOf(page, '2.4.1')).toContainText('2 not mailed');
  await expect.poll(async () => (await deliveredMail(dataDir)).length).toBe(2);
  await receive(dataDir);
  await goTo(page, 'Built-in service');
  await page.goBack();

  const recipientCounts = drawerOf(page).getByRole('table', { name: 'Who got it' });
  await expect(recipientCounts.getByRole('columnheader')).toHaveText([
    'Version',
    'Reached',
    'Opened',
    'Downloaded',
  ]);
  await expect(recipientCounts.getByRole('row', { name: /^2\.4\.2/ }).getByRole('cell')).toHaveText([
    '0',
    '0',
    '0',
  ]);
  const sent = recipientCounts.getByRole('row', { name: /^2\.4\.1/ });
  await expect(sent.getByRole('cell')).toHaveText(['2', '2', '1']);
  expect(await barsOf(sent)).toEqual(['100%', '50%']);
  expect(await barsOf(recipientCounts.getByRole('row', { name: /^2\.4\.2/ }))).toEqual([]);
  await expect(recipientCounts.getByRole('row', { name: /^Total/ }).getByRole('cell')).toHaveText([
    '2',
    '2',
    '1',
  ]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(drawerOf(page)).toBeHidden();

  await goTo(page, 'Built-in service');
  const usage = page.getByRole('table', { name: 'Builds by app' });
  await expect(usage.getByRole('row')).toHaveText([/^AppBuildsSize$/, /^Field Notes2\d+\skB$/]);
});
