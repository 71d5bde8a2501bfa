/** Uploads that are too old for the list, and the behaviour with a damaged journal. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../main/base/database/database.ts';
import { createJournal, journalMigrations } from '../../main/uploads/journal/journal.ts';
import { sampleInfo, sampleRecord } from '../unit/uploads/samples.ts';
import { expect, inTab, test } from './fixtures.ts';
import { drawerOf, rowOf } from './user-actions.ts';

const day = 24 * 3_600_000;

async function fillJournal(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const database = openDatabase(join(dataDir, 'journal.db'), journalMigrations);
  const journal = createJournal(database);
  database.transaction(() => {
    for (let number = 1; number <= 420; number += 1) {
      const finishedAt = Date.now() - 60 * day + number * 3_600_000;
      const plan = { activate: false, send: false };
      const isSpecial = number === 7;
      journal.save(
        sampleRecord({
          id: `id-${number}`,
          position: number,
          path: `/builds/app-${number}.apk`,
          package: sampleInfo({ name: `Field Notes ${number}`, warnings: [] }),
          machine: isSpecial ? { kind: 'cancelled', step: 'choose', plan } : { kind: 'done', plan },
          recipients: { teamIds: [], memberIds: [], emails: isSpecial ? ['größe@example.org'] : [] },
          addedAt: finishedAt - 1_000,
          finishedAt,
        }),
      );
    }
  });
  database.close();
}

test('older uploads are found by paging, by text and by state', inTab, async ({ dataDir, start }) => {
  await fillJournal(dataDir);
  const { page } = await start();
  const list = page.getByRole('grid', { name: 'Uploads' });
  await expect(rowOf(page, 'Field Notes 420')).toBeVisible();
  const shown = Number(await list.getAttribute('aria-rowcount'));
  await list.press('End');
  await page.getByRole('button', { name: 'Show older (220)' }).click();
  await expect.poll(async () => Number(await list.getAttribute('aria-rowcount'))).toBeGreaterThan(shown + 99);
  await list.press('End');
  await expect(page.getByRole('button', { name: 'Show older (121)' })).toBeVisible();

  // An upload that is not in the list can be found by its name.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('app-12.apk');
  await page.getByRole('option', { name: /^Field Notes 12 / }).click();
  await expect(drawerOf(page)).toContainText('app-12.apk');
  await expect(drawerOf(page)).toContainText('Timeline');
  await page.keyboard.press('Escape');
  await expect(drawerOf(page)).toHaveCount(0);

  await page.getByRole('searchbox').fill('GRÖSSE');
  await expect(rowOf(page, 'Field Notes 7')).toBeVisible();
  await expect(rowOf(page, 'Field Notes 420')).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  const which = page.getByRole('group', { name: 'Filter uploads' });
  await which.getByText('Cancelled').click();
  await expect(rowOf(page, 'Field Notes 7')).toBeVisible();
  await which.getByText('Needs attention').click();
  await expect(page.getByText('There are no such uploads.')).toBeVisible();
});

test('the notice of a damaged journal stays until it is dismissed', inTab, async ({ dataDir, start }) => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'journal.db'), 'this is no database, it is a text of some length');
  const { page } = await start();
  const notice = page.getByText(
    /The upload journal was damaged\. It was saved as journal\.damaged-[\dT-]+\.db/,
  );
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(notice).toBeHidden();
});
