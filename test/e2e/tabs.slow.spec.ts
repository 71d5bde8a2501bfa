/** Sessions of tabs: reloads, several tabs, bookmarks, and links that were used or superseded. */
import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect, inTab } from './fixtures.ts';
import { startTab, type Tab } from './tab.ts';

const test = base.extend<{ readonly context: BrowserContext; readonly tab: Tab }>({
  context: async ({ tabBrowser }, use) => {
    const context = await (await tabBrowser()).newContext();
    await use(context);
    await context.close();
  },
  tab: async ({ dataDir, context }, use) => {
    const tab = await startTab(dataDir, context);
    await use(tab);
    await tab.stop();
  },
});

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const expectConnected = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible();

const expectNoSession = (page: Page) =>
  expect(page.getByRole('heading', { name: 'This page needs a new link' })).toBeVisible();

/** Pauses all uploads in the tab `from` and expects the tab `to` to show it. */
async function expectEvents(from: Page, to: Page): Promise<void> {
  const field = from.getByRole('dialog').getByRole('combobox');
  // Retries, because a new page may not handle keys yet.
  await expect(async () => {
    if (!(await field.isVisible())) await from.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await field.fill('Pause all uploads');
  await from.getByRole('option', { name: 'Pause all uploads' }).click();
  await expect(to.getByText('Paused').first()).toBeVisible();
}

test('a reloaded tab stays connected without the token in its address', inTab, async ({ tab }) => {
  await expectConnected(tab.page);
  await tab.page.reload();
  await expectConnected(tab.page);
  expect(tab.page.url()).not.toContain('token');
});

test('a second tab stays connected after the first tab is closed', inTab, async ({ tab, context }) => {
  const second = await openTab(context, tab.origin);
  await expectConnected(second);
  await expectEvents(second, tab.page);
  await tab.page.close();
  await second.reload();
  await expectConnected(second);
});

test(
  'a used link opens a tab only while another tab is open',
  inTab,
  async ({ tab, context, tabBrowser }) => {
    await expectConnected(tab.page);
    const bookmark = await openTab(context, tab.link);
    await expectConnected(bookmark);
    expect(bookmark.url()).not.toContain('token');
    await tab.page.goto(tab.link);
    await expectConnected(tab.page);

    const elsewhere = await (await tabBrowser()).newContext();
    await expectNoSession(await openTab(elsewhere, tab.link));
    await elsewhere.close();

    // Closes all pages, which deletes the page secret. The browser still has the cookie.
    for (const page of [tab.page, bookmark]) await page.close();
    const late = await openTab(context, tab.origin);
    await expectNoSession(late);
    expect(await context.cookies(`${tab.origin}/bridge/call`)).toHaveLength(1);
  },
);

test('the link of the next start reconnects earlier tabs', inTab, async ({ dataDir, context, tab }) => {
  const second = await openTab(context, tab.origin);
  await expectConnected(second);
  await tab.stop();
  const again = await startTab(dataDir, context, {
    port: Number(new URL(tab.origin).port),
    page: tab.page,
  });
  try {
    await expectConnected(tab.page);
    expect(tab.page.url()).not.toContain('token');
    await second.reload();
    await expectEvents(tab.page, second);
  } finally {
    await again.stop();
  }
});
