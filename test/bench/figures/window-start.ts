/**
 * Time until a list with 10,000 uploads in its history can be used, in a browser tab and in a window of the
 * Electron test double. The peer is a minimal Node server with the same journal, whose page has all rows.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { startApplication } from '../../e2e/application.ts';
import { browserArguments, browserExecutable } from '../../e2e/browser.ts';
import { startTab } from '../../e2e/tab.ts';
import { build } from '../built.ts';
import { endChild, startChild } from '../child.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { fillJournal, manyUploadsAccount } from '../many-uploads.ts';

const entries = 10_000;
const rounds = 5;

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserExecutable(), args: [...browserArguments] });

/** Waits for an element, and then for the frame that paints it. */
async function drawn(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

const ourRow = 'main [role="row"][tabindex="0"]';
const lastPlainRow = `li:nth-child(${entries})`;

async function plain(dataDir: string, context: () => Promise<Page>): Promise<number> {
  const began = performance.now();
  const [{ child, message: address }, page] = await Promise.all([
    startChild<string>('plain-page.ts', dataDir),
    context(),
  ]);
  await page.goto(address);
  await drawn(page, lastPlainRow);
  const time = performance.now() - began;
  await endChild(child);
  return time;
}

async function inTab(dataDir: string, browser: Browser): Promise<number> {
  const context = await browser.newContext();
  const began = performance.now();
  const tab = await startTab(dataDir, context);
  await drawn(tab.page, ourRow);
  const time = performance.now() - began;
  await tab.stop();
  await context.close();
  return time;
}

async function inDouble(dataDir: string): Promise<number> {
  const began = performance.now();
  const application = await startApplication({ userData: dataDir });
  await drawn(application.page, ourRow);
  const time = performance.now() - began;
  await application.stop();
  return time;
}

const turnsOf = (ours: () => Promise<number>, theirs: () => Promise<number>) =>
  alternate(rounds, ours, theirs);

async function measured(how: (dataDir: string) => Promise<Measured>): Promise<Measured> {
  await build();
  return withFolder(async (dataDir) => {
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ accounts: [manyUploadsAccount] }));
    fillJournal(dataDir, entries, (number) => ({ path: `/builds/app-${number}.apk` }));
    return how(dataDir);
  });
}

const peer = 'a bare Node server that reads the same journal and one page of all rows in the same Chromium';

export const windowStart: readonly Figure[] = [
  {
    name: 'cold-start-tab-10000-entries',
    peer,
    unit: 'ms',
    goal: 1,
    better: 'less',
    measure: () =>
      measured(async (dataDir) => {
        const browser = await launch();
        const page = async (): Promise<Page> => (await browser.newContext()).newPage();
        try {
          return await turnsOf(
            () => inTab(dataDir, browser),
            () => plain(dataDir, page),
          );
        } finally {
          await browser.close();
        }
      }),
  },
  {
    name: 'cold-start-window-10000-entries',
    peer: `${peer}, which is started as well`,
    unit: 'ms',
    goal: 1,
    better: 'less',
    measure: () =>
      measured((dataDir) =>
        turnsOf(
          () => inDouble(dataDir),
          async () => {
            let browser: Browser | null = null;
            const time = await plain(dataDir, async () => {
              browser = await launch();
              return browser.newPage();
            });
            await (browser as Browser | null)?.close();
            return time;
          },
        ),
      ),
  },
];
