/** Results and problems that are on the screen while the language changes. */
import { join } from 'node:path';
import { callMain, expect, inTab, test } from './fixtures.ts';
import { addService, goTo, rowOf, uploadBuild } from './user-actions.ts';
import { sampleApk } from './world.ts';

test(
  'errors and the Undo offer on the screen follow the language',
  inTab,
  async ({ start, folder, service, connection }) => {
    const { page } = await start();
    const switchTo = async (language: 'en' | 'de'): Promise<void> => {
      expect(await callMain(page, 'settings.set', { language })).toMatchObject({ ok: true });
    };
    await addService(page, { url: connection.url, user: service.user, name: 'Work' });
    await uploadBuild(page, join(folder, 'field-notes.apk'), sampleApk({ versionName: '2.4.1' }));
    await expect(rowOf(page, '2.4.1')).toContainText('Active');
    await goTo(page, 'Test apps');
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();
    const active = page.getByRole('switch');
    await expect(active).toBeChecked();

    await rowOf(page, '2.4.1').getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('finn(at)example.net');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const problem = dialog.getByRole('alert');
    await expect(problem).toContainText('is not an e-mail address');
    await switchTo('de');
    await expect(problem).toContainText('E-Mail-Adresse');
    await switchTo('en');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    await active.click();
    const undo = page.locator('.undo');
    await expect(undo).toContainText('Field Notes 2.4.1 is inactive.');
    await switchTo('de');
    await expect(undo).toContainText('Field Notes 2.4.1 ist');
    await expect(active).not.toBeChecked();

    connection.decide(() => ({ kind: 'cut-before' }));
    await active.click();
    const failure = page.locator('.selection-bar').getByRole('alert');
    await expect(failure).toContainText('zu 127.0.0.1');
    await switchTo('en');
    await expect(failure).toContainText('The connection to 127.0.0.1');
  },
);
