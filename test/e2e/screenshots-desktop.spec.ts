import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MenuEntry } from '../fakes/electron/control-contract.ts';
import { add, build } from './desktop-world.ts';
import { expect, test } from './fixtures.ts';
import { expectInvitation, invitation } from './invitation.ts';
import { everySize, pictures, speak, take } from './pictures.ts';
import { rowOf } from './user-actions.ts';

/** Returns the labels of a menu as an indented list. */
const menuText = (entries: readonly MenuEntry[], indent = ''): string =>
  entries
    .map(({ label, type, enabled, submenu }) => {
      const name = type === 'separator' ? '—' : `${label}${enabled ? '' : ' (disabled)'}`;
      return `${indent}${name}\n${menuText(submenu ?? [], `${indent}  `)}`;
    })
    .join('');

test('takes screenshots of an invitation and writes the menus', async ({ application }) => {
  test.setTimeout(180_000);
  await mkdir(pictures, { recursive: true });
  const { page } = application;
  await application.call('openUrl', { url: invitation });
  await expectInvitation(page);
  await take(page, 'dialog-invitation', everySize);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await add(application, [await build(application)]);
  await expect(rowOf(page, '2.4.1')).toContainText('Copy link');
  await rowOf(page, '2.4.1').focus();
  for (const language of ['en', 'de'] as const) {
    await speak(page, language);
    const { applicationMenu, trays, aboutPanel } = await application.snapshot();
    const text = [
      menuText(applicationMenu),
      ...trays.map(({ toolTip, menu }) => `${toolTip}\n${menuText(menu)}`),
      JSON.stringify(aboutPanel, null, 2),
    ];
    await writeFile(join(pictures, `menus-${language}.txt`), text.join('\n'));
  }
});
