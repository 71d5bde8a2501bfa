/** Teams and members of the built-in service. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, tabIsEnough, test } from './fixtures.ts';
import { drawerOf, goTo, openPart, rowOf, useBuiltIn } from './user-actions.ts';
import { makePeople } from './world.ts';

/** Opens People, which contains Ada, Ben and Cleo. Returns a locator for the dialogs of the page. */
async function openPeople(page: Page): Promise<Locator> {
  await goTo(page, 'Built-in service');
  await openPart(page, 'People');
  await expect(page.getByText('3 people · 1 team')).toBeVisible();
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

test('a person joins a team when added or edited', tabIsEnough, async ({ start, dataDir }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openPeople(page);
  await page.getByRole('button', { name: 'Add person…' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter an e-mail address')).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('ADA@example.org');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('There is already a member');
  await dialog.getByLabel('E-mail address').fill('dora@example.net');
  await dialog.getByLabel('Name').fill('Dora Marsden');
  await dialog.getByRole('checkbox', { name: 'QA' }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Dora Marsden')).toContainText('QA');

  await rowOf(page, 'Cleo Duarte').getByText('Cleo Duarte').click();
  await expect(drawerOf(page)).toContainText('In no team');
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  await dialog.getByLabel('Name').fill('Cléo Duarte');
  await dialog.getByRole('checkbox', { name: 'QA' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(drawerOf(page)).toContainText('QA');

  await page.getByRole('grid').getByText('QA', { exact: true }).first().click();
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  await dialog.getByRole('checkbox', { name: 'Dora Marsden' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Dora Marsden')).not.toContainText('QA');
  await expect(rowOf(page, 'Cléo Duarte')).toContainText('QA');
});

test('people are imported, exported and removed', tabIsEnough, async ({ start, dataDir }) => {
  await makePeople(dataDir);
  const { page } = await start();
  await useBuiltIn(page);
  const dialog = await openPeople(page);
  const csv = 'email,name,team\nada@example.org,,Crew\nfinn@example.org,Finn,Crew\nnobody,Nobody,\n';
  const menu = page.getByRole('button', { name: 'More actions for People and teams' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Import CSV…' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog.getByText('1 new, 1 already known, 1 cannot be used')).toBeVisible();
  await expect(rowOf(page, 'nobody')).toContainText('is not an e-mail address');
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(dialog.getByText('Done: 1 added, 1 were known, 1 could not be used')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('4 people · 2 teams')).toBeVisible();

  await menu.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('slipway-people.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('finn@example.org,Finn,Crew');

  await page.getByRole('searchbox').fill('finn');
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1);
  await rowOf(page, 'Finn').getByRole('button', { name: 'More actions for Finn' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(dialog).toContainText('their personal install links stop working');
  await dialog.getByRole('button', { name: 'Remove 1 person' }).click();
  await expect(page.getByText('3 people · 2 teams')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await rowOf(page, 'Crew').first().getByRole('button', { name: 'More actions for Crew' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(dialog).toContainText('1 person stays in the directory');
  await dialog.getByRole('button', { name: 'Remove 1 team' }).click();
  await expect(page.getByText('3 people · 1 team')).toBeVisible();
});
