/** Focus after changes of the screen, and announcements for screen readers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateIn } from '../fakes/certificate.ts';
import { dropFiles, expect, inTab, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { addAccount, goTo, openPart, openSection, rowOf, useBuiltIn, watchFolder } from './user-actions.ts';
import { makePeople, openService, sampleApk } from './world.ts';

test('opening a screen focuses its heading and sets the page title', inTab, async ({ slipway: { page } }) => {
  const focused = page.locator(':focus');
  await page.getByRole('button', { name: 'Use the built-in service on this computer' }).press('Enter');
  await page.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(page.getByText('Builds you upload appear here')).toBeVisible();
  await expect(focused).toHaveText('Uploads');
  for (const name of ['Folders', 'Test apps', 'Push', 'Settings']) {
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).press('Enter');
    await expect(focused).toHaveRole('heading');
    await expect(focused).toHaveText(name);
    await expect(page).toHaveTitle(`${name} · Slipway`);
    await expect(page.getByRole('main', { name })).toBeVisible();
  }
});

test('a search announces its number of results every time', inTab, async ({ start, dataDir }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await openPart(page, 'People');
  await expect(rowOf(page, 'Cleo Duarte')).toBeVisible();
  const announcements = page.getByRole('log');
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('Cleo');
  await expect(announcements).toHaveText('1 found');
  const first = await announcements.locator('p').elementHandle();
  await page.keyboard.type(' Duarte');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(announcements).toHaveText('1 found');
  await page.keyboard.type(' and nobody');
  await expect(announcements).toHaveText('Nothing found');
});

test('the focus stays in the details of a narrow window', inTab, async ({ start, dataDir }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await page.setViewportSize({ width: 720, height: 480 });
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await openPart(page, 'People');
  const row = rowOf(page, 'Cleo Duarte');
  await row.press('Enter');
  const drawer = page.getByRole('complementary');
  await expect(drawer).toBeFocused();
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    const behind = await page
      .locator(':focus')
      .evaluateAll(([on]) => Boolean(on?.closest('.screen-content')));
    expect(behind, `stop ${stop}`).toBe(false);
  }
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(page.locator('.screen-content')).not.toHaveAttribute('inert');
  await page.setViewportSize({ width: 720, height: 480 });
  await expect(drawer).toBeFocused();
  await drawer.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.locator('[role="row"]:focus')).toHaveText(/Cleo Duarte/);
});

test('Enter opens a menu at its first or checked item', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await writeFile(join(folder, 'notes.apk'), sampleApk({ label: 'Field Notes' }));
  await watchFolder(page, { path: folder });
  await goTo(page, 'Folders');
  const first = page.getByRole('menuitem').first();
  for (const _ of ['drawn only now', 'drawn before']) {
    await page
      .getByRole('row')
      .first()
      .getByRole('button', { name: /^More actions/ })
      .press('Enter');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Built-in service.*in use$/ }).press('Enter');
  const inUse = page.getByRole('menuitemradio', { name: 'Built-in service' });
  await expect(inUse).toBeFocused();
  await expect(inUse).toBeChecked();
});

test(
  'required fields are marked, and an error message keeps the hint',
  inTab,
  async ({ slipway: { page } }) => {
    await page.getByRole('button', { name: 'My company has a server…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('textbox', { name: 'Service address' });
    const hint = ((await address.getAttribute('aria-describedby')) ?? '').trim();
    await expect(address).toHaveAccessibleDescription(/\w/);
    const hintText = await page.locator(`[id="${hint}"]`).textContent();
    for (const name of ['Service address', 'User name', 'Client id']) {
      await expect(dialog.getByRole('textbox', { name }), name).toHaveAttribute('required');
    }
    await dialog.getByRole('button', { name: 'Sign in' }).press('Enter');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(new RegExp(`\\S ${hintText?.slice(0, 12)}`));
  },
);

test('a disabled button keeps the focus', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await openSection(page, 'Network');
  const main = page.getByRole('main');
  await main.getByText('Advanced').click();
  const add = main.getByRole('button', { name: 'Add', exact: true });
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, (await certificateIn(folder, 'DNS:service.example')).authority);
  await main.getByLabel('Certificate file').fill(authority);
  await add.press('Enter');
  await expect(main.getByRole('list', { name: 'Certificates' })).toContainText(authority);
  await expect(add).toBeDisabled();
  await expect(add).toBeFocused();
  await watchFolder(page, { path: folder });
  await rowOf(page, folder).press('Enter');
  const details = page.getByRole('complementary');
  await details.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(details.getByRole('button', { name: 'Resume' })).toBeFocused();
});

test('results are announced in an existing live region', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const address = new URL(page.url()).origin;
  const announcements = page.getByRole('log');
  // Screen readers do not announce a live region that is inserted together with its text.
  await page.evaluate(() => {
    const born: string[] = [];
    Object.assign(globalThis, { born });
    const regions = '[role="status"], [aria-live="polite"]';
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const region of [node, ...node.querySelectorAll(regions)]) {
          if (region.matches(regions) && region.textContent !== '') born.push(region.textContent ?? '');
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await openSection(page, 'Network');
  await page.getByRole('main').getByText('Advanced').click();
  await page.getByRole('main').getByLabel('Address', { exact: true }).fill(address);
  await page.getByRole('main').getByRole('button', { name: 'Check', exact: true }).press('Enter');
  await expect(announcements).toContainText(address);
  await addAccount(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service address').fill('http://service.example');
  await expect(announcements).toContainText('service.example');
  expect(await page.evaluate(() => (globalThis as unknown as { born: string[] }).born)).toEqual([]);
});

test('each language has its own lang attribute', inTab, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  await goTo(page, 'Settings');
  await page.getByRole('link', { name: 'Appearance and language' }).press('Enter');
  await expect(page.locator('label', { hasText: 'Türkçe' })).toHaveAttribute('lang', 'tr');
});

test('the first Tab stop is a link that skips the sidebar', inTab, async ({ slipway: { page } }) => {
  // Dismisses the first steps, because they have the focus at startup.
  await useBuiltIn(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveText('Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveRole('heading');
});

test('a failed first step keeps the focus on its button', inTab, async ({ start, dataDir }) => {
  // Locks the data of the service, as another process would.
  const owner = await openService(join(dataDir, 'service'));
  const { page } = await start();
  const button = page.getByRole('button', { name: 'Use the built-in service on this computer' });
  await button.press('Enter');
  await expect(page.getByRole('alert')).toContainText('lock/inUse');
  await expect(button).toBeFocused();
  await owner.stop();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Not now' })).toBeVisible();
});

test(
  'a dialog has no landmarks and one alert for each invalid file',
  inTab,
  async ({ slipway: { page }, folder }) => {
    await useBuiltIn(page);
    await writeFile(join(folder, 'notes.apk'), 'no build');
    await dropFiles(page, [join(folder, 'notes.apk')]);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveCount(1);
    await expect(dialog.locator('[aria-live="polite"]').filter({ hasText: 'notes.apk' })).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  },
);

test('going back returns the focus to the last row', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder });
  for (const name of ['first', 'second', 'third']) {
    await writeFile(join(folder, `${name}.apk`), sampleApk({ id: `org.example.${name}`, label: name }));
  }
  await goTo(page, 'Uploads');
  await expect(page.getByRole('row').filter({ hasText: 'Active' })).toHaveCount(3);
  await rowOf(page, 'second').press('ArrowDown');
  const left = (await page.locator('[role="row"]:focus').textContent()) ?? '';
  expect(left).not.toBe('');
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: 'Folders' })
    .press('Enter');
  await expect(page.locator('h1:focus')).toHaveText('Folders');
  await page.goBack();
  await expect(page.locator('[role="row"]:focus')).toHaveText(left);
});

test('Undo is offered for the set time and stays available by keyboard', inTab, async ({ start, folder }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder });
  await writeFile(join(folder, 'kept.apk'), sampleApk({ id: 'org.example.kept', label: 'Kept' }));
  await goTo(page, 'Uploads');
  const row = rowOf(page, 'Kept');
  await expect(row).toContainText('Active');

  await page.clock.install();
  await row.press('Delete');
  await expect(row).toHaveCount(0);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.clock.fastForward(9_000);
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row).toContainText('Active');

  await goTo(page, 'Settings');
  await openPart(page, 'Accessibility');
  const choice = page.getByLabel('Undo is offered for');
  await choice.press('U');
  await expect(choice).toHaveValue('null');
  await goTo(page, 'Uploads');
  await row.press('Delete');
  await expect(undo).toBeVisible();
  await page.clock.fastForward(24 * 3_600_000);
  await expect(undo).toBeVisible();
  await tabTo(page, page.getByRole('status').getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row).toContainText('Active');
});
