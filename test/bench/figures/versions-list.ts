/**
 * Time to open, scroll and filter 10,000 versions in Test apps. The peer is a minimal page with one row per
 * version.
 */
import type { Page } from 'playwright';
import type { Core } from '../../../main/core.ts';
import { endChild } from '../child.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { fillJournal } from '../many-uploads.ts';
import { manyVersions, writeManyVersions } from '../many-versions.ts';
import { withPage } from '../page.ts';
import { plainVersions, plainVersionsServer } from '../plain-versions.ts';
import { startSignedIn } from '../signed-in.ts';
import { gapsWhileScrolling, shownAfterKey } from '../watch-page.ts';

const ourRows = 'main [role="row"]';
const ourList = { list: '.grid-scroll', rows: ourRows, counted: '[role="grid"]', count: 'aria-rowcount' };
const plainList = { list: 'html', rows: 'li', counted: 'ul', count: 'data-shown' };
/** Maximum number of rendered rows: rows in the window, and a few above and below. */
const maxDrawn = 60;

type World = { readonly page: Page; readonly core: Core; readonly url: string; readonly token: string };

/** Signs in to a service with many versions, opens Uploads, and calls `measure`. */
function withVersions(measure: (world: World) => Promise<Measured>): Promise<Measured> {
  return withFolder(async (folder) => {
    writeManyVersions(folder, 1);
    const { child, url, token, user } = await startSignedIn(folder);
    try {
      return await withPage(
        (dataDir) => fillJournal(dataDir, 1, () => ({})),
        async (page, core) => {
          const addresses = { authUrl: url, baseUrl: url, installLinkTemplate: null };
          const account = { name: 'Work', scope: 'bench', mode: 'plain', vendor: 'slipway' } as const;
          await core.accounts.save({ ...account, ...addresses, ...user });
          return measure({ page, core, url, token });
        },
      );
    } finally {
      await endChild(child);
    }
  });
}

/** Opens another page in the same Chromium. */
async function pageBeside(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  return browser.newPage();
}

async function open(page: Page): Promise<number> {
  const time = await page.evaluate(
    ({ rows, version }) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = (): void => {
          const row = document.querySelector(rows);
          if (row?.textContent?.includes(version))
            requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(look);
        };
        location.hash = '#/apps/1';
        look();
      }),
    { rows: ourRows, version: `2.${manyVersions - 1}.0` },
  );
  const drawn = await page.locator(ourRows).count();
  if (drawn >= maxDrawn) throw new Error(`${drawn} rows are drawn`);
  return time;
}

async function measureOpening({ page, url, token }: World): Promise<Measured> {
  const server = await plainVersionsServer(url, token);
  const plain = await pageBeside(page);
  try {
    return await alternate(
      7,
      async () => {
        await page.bringToFront();
        await page.goto(new URL('/', page.url()).href);
        await page.waitForSelector('main [role="row"][tabindex="0"]');
        return open(page);
      },
      async () => {
        await plain.bringToFront();
        const began = performance.now();
        await plain.goto(server.url);
        await plain.waitForSelector(`li:nth-child(${manyVersions})`, { state: 'attached' });
        await plain.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        return performance.now() - began;
      },
    );
  } finally {
    await plain.close();
    await server.stop();
  }
}

/** Alternately measures the list and the plain page in the same Chromium. */
async function beside(
  { page, core }: World,
  rounds: number,
  measure: (page: Page, list: typeof ourList) => Promise<readonly number[]>,
): Promise<Measured> {
  await open(page);
  const [account] = await core.accounts.list();
  const { profiles } = await core.apps.get({ accountId: account?.id ?? '', applicationId: 1 });
  const plain = await pageBeside(page);
  await plain.setContent(plainVersions(profiles));
  const measured: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = -1; round < rounds; round += 1) {
    await plain.bringToFront();
    const theirs = await measure(plain, plainList);
    await page.bringToFront();
    const ours = await measure(page, ourList);
    if (round < 0) continue;
    measured.theirs.push(...theirs);
    measured.ours.push(...ours);
  }
  await plain.close();
  return measured;
}

async function scrolled(page: Page, list: typeof ourList): Promise<readonly number[]> {
  const { maxGap, maxRows } = await gapsWhileScrolling(page, list);
  if (list === ourList && maxRows >= maxDrawn) throw new Error(`${maxRows} rows are drawn`);
  return [maxGap];
}

/** Types a search text with one match. Returns the time that each key takes. */
async function typed(page: Page, list: typeof ourList): Promise<readonly number[]> {
  const field = page.getByRole('searchbox');
  await field.focus();
  const times: number[] = [];
  for (const length of [1, 2, 3, 4]) {
    const text = '4711'.slice(0, length);
    times.push(await shownAfterKey(page, list, text.slice(-1), answersTo(text)));
  }
  await field.fill('');
  await page.waitForFunction(
    ({ counted, count, all }) => document.querySelector(counted)?.getAttribute(count) === all,
    { ...list, all: String(manyVersions) },
  );
  return times;
}

const answersTo = (digits: string): number =>
  Array.from({ length: manyVersions }, (_, number) => String(number)).filter((each) => each.includes(digits))
    .length;

const peer = 'one plain page with a row for each, in the same Chromium';

export const versionsList: readonly Figure[] = [
  {
    name: 'open-10000-versions',
    peer: `a bare Node server that asks the same service, and ${peer}`,
    unit: 'ms',
    goal: 1,
    better: 'less',
    measure: () => withVersions(measureOpening),
  },
  {
    name: 'scroll-10000-versions-longest-gap',
    peer,
    unit: 'ms between two frames',
    goal: 3,
    better: 'less',
    measure: () => withVersions((world) => beside(world, 5, scrolled)),
  },
  {
    name: 'filter-10000-versions',
    peer: `${peer}, which hides the others`,
    unit: 'ms from the key to the pixel',
    goal: 1,
    better: 'less',
    measure: () => withVersions((world) => beside(world, 7, typed)),
  },
];
