/** Checks all screens at 200 % zoom, in the narrowest window, by keyboard, and in the accessibility tree. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  elementsOutsideWindow,
  stopsWithoutFocusRing,
  unreadableRows,
  violations,
} from './accessibility-checks.ts';
import { expect, inTab, test } from './fixtures.ts';
import { smallTargets } from './targets.ts';
import { goTo, rowOf, useBuiltIn, watchFolder } from './user-actions.ts';
import { makePeople, sampleApk } from './world.ts';

/** Opens each screen of the sidebar and calls `look` with its name. */
async function eachScreen(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  for (let index = 0; index < (await links.count()); index += 1) {
    const link = links.nth(index);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.move(0, 0);
    await look((await link.getAttribute('title')) ?? `screen ${index + 1}`);
  }
}

test(
  'every screen is usable at 200 % zoom, at 320 pixels and by keyboard',
  inTab,
  async ({ start, dataDir, folder }) => {
    test.setTimeout(180_000);
    await makePeople(dataDir);
    const { page } = await start();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await useBuiltIn(page);
    await watchFolder(page, { path: folder, team: 'QA' });
    const long = 'Inventory and Maintenance of Offshore Installations';
    await writeFile(join(folder, 'long.apk'), sampleApk({ id: 'com.example.inventory', label: long }));
    await writeFile(join(folder, 'rtl.apk'), sampleApk({ id: 'com.example.nama', label: 'ملاحظات الميدان' }));
    await goTo(page, 'Uploads');
    await expect(rowOf(page, 'Not mailed')).toHaveCount(2);

    await eachScreen(page, async (name) => {
      expect(await violations(page), name).toEqual([]);
      expect(await stopsWithoutFocusRing(page, 25), `the focus in ${name}`).toEqual([]);
      const lastLink = page.getByRole('navigation', { name: 'Places' }).getByRole('link').last();
      await expect(lastLink, `help in ${name}`).toHaveAccessibleName('Help');
    });
    // Sizes in CSS pixels of windows with 1440 × 960 and 640 × 960 pixels at 200 % zoom.
    for (const size of [
      { width: 720, height: 480 },
      { width: 320, height: 480 },
    ]) {
      await page.setViewportSize(size);
      await eachScreen(page, async (name) => {
        expect(await elementsOutsideWindow(page), `${name} in ${size.width} pixels`).toEqual([]);
        expect(await smallTargets(page), `targets of ${name} in ${size.width} pixels`).toEqual([]);
        expect(await unreadableRows(page), `rows of ${name} in ${size.width} pixels`).toEqual([]);
        const row = page
          .getByRole('row')
          .filter({ has: page.getByRole('button') })
          .first();
        if ((await row.count()) === 0) return;
        const box = await row.boundingBox();
        expect(box !== null && box.y + box.height <= size.height, `a row of ${name} is seen`).toBe(true);
        await row.press('Enter');
        expect(await elementsOutsideWindow(page), `details in ${name} in ${size.width} pixels`).toEqual([]);
        await page.keyboard.press('Escape');
      });
    }
  },
);

type Node = {
  readonly ignored: boolean;
  readonly backendDOMNodeId?: number;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
};

/** Returns flaws of the accessibility tree: focusable nodes without a name, and skipped heading levels. */
async function flawsOfTree(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly Node[];
  };
  // CodeMirror's scroller has tabindex -1: Tab skips it and focuses the text inside.
  const scrollers = new Set<number>();
  const { root } = await devtools.send('DOM.getDocument');
  const found = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.cm-scroller[tabindex="-1"]',
  });
  for (const nodeId of found.nodeIds)
    scrollers.add((await devtools.send('DOM.describeNode', { nodeId })).node.backendNodeId);
  await devtools.detach();
  const seen = nodes.filter(
    ({ ignored, backendDOMNodeId }) => !ignored && !scrollers.has(backendDOMNodeId ?? -1),
  );
  expect(
    seen.filter((node) => node.properties?.some(({ name }) => name === 'focusable')).length,
  ).toBeGreaterThan(8);
  const roleOf = ({ role }: Node): string => role?.value ?? '';
  const property = (node: Node, name: string): unknown =>
    node.properties?.find((each) => each.name === name)?.value.value;
  const nameless = seen
    .filter((node) => property(node, 'focusable') === true && roleOf(node) !== 'RootWebArea')
    .filter((node) => !node.name?.value || ['generic', 'none'].includes(roleOf(node)))
    .map((node) => `a ${roleOf(node)} takes the focus without a name`);
  const levels = seen
    .filter((node) => roleOf(node) === 'heading')
    .map((node) => Number(property(node, 'level')));
  const skipped = levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1
      ? `a heading of level ${level} after ${levels[index - 1] ?? 'none'}`
      : [],
  );
  const mains = seen.filter((node) => roleOf(node) === 'main').map((node) => node.name?.value);
  const heading = seen.find((node) => roleOf(node) === 'heading')?.name?.value;
  return [
    ...nameless,
    ...skipped,
    ...(mains.length === 1 && mains[0] === heading ? [] : [`main: ${mains.join()}`]),
  ];
}

test('each screen has named controls and ordered headings', inTab, async ({ start, dataDir, folder }) => {
  test.slow();
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  await watchFolder(page, { path: folder, team: 'QA' });
  await writeFile(join(folder, 'notes.apk'), sampleApk());
  await goTo(page, 'Uploads');
  await expect(rowOf(page, 'Field Notes')).toContainText('Not mailed');
  const parts = page.locator('nav.screen-tabs').getByRole('link');
  await eachScreen(page, async (name) => {
    const looked = Math.max(1, await parts.count());
    for (let part = 0; part < looked; part += 1) {
      if ((await parts.count()) > 0) await parts.nth(part).click();
      await expect(page.locator('main .spinner, .json-text > textarea')).toHaveCount(0);
      expect(await flawsOfTree(page), `${name}, part ${part + 1}`).toEqual([]);
      const row = page.getByRole('row').filter({ has: page.getByRole('button') });
      if ((await row.count()) === 0) continue;
      await row.first().press('Enter');
      expect(await flawsOfTree(page), `details in ${name}, part ${part + 1}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});
