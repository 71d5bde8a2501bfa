/** Screenshots of sending, recipients and Undo, for `npm run tool -- screenshots`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callMain, dropFiles, expect, inTab, test } from './fixtures.ts';
import { withMailServer } from './mail-server.ts';
import { everySize, pictures, speak, take, takeAsIs } from './pictures.ts';
import { drawerOf, goTo, paste, rowOf, useBuiltIn } from './user-actions.ts';
import { sampleApk } from './world.ts';

const notes =
  '## New\n\n- Offline maps of **all** platforms\n- Photos keep their place\n\nSee [the list](https://example.org).';

test('takes screenshots of sending', inTab, async ({ start, folder }) => {
  test.setTimeout(400_000);
  await mkdir(pictures, { recursive: true });
  await withMailServer(async ({ port }) => {
    const { page } = await start();
    const dialog = page.getByRole('dialog');
    await useBuiltIn(page);
    const path = join(folder, 'field-notes.apk');
    await writeFile(path, sampleApk({ versionName: '2.4.1' }));
    await dropFiles(page, [path]);
    await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
    await paste(
      dialog.getByLabel('Send to', { exact: true }),
      'dora@exampel.org, ada@example.org, ben@example.org',
    );
    await dialog.getByLabel('Release notes').fill(notes);
    await take(page, 'mail-dialog-upload', everySize);
    await dialog.getByRole('button', { name: /^Upload( and send to \d+)?$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, '2.4.1')).toContainText('Not mailed');
    await take(page, 'mail-uploads-not-mailed', everySize);
    await rowOf(page, '2.4.1').getByText('Field Notes').first().click();
    await take(page, 'mail-upload-drawer', everySize);
    await page.keyboard.press('Escape');

    const server = {
      ...{ host: '127.0.0.1', port, secure: false, requireTls: false, plainText: true as const },
      ...{ userName: null, from: 'builds@example.org' },
    };
    expect(await callMain(page, 'service.setMailServer', { server })).toMatchObject({ ok: true });
    const exposure = { host: null, publicUrl: 'https://builds.example.org', proxyHops: 0, tls: false };
    expect(await callMain(page, 'service.setExposure', exposure)).toMatchObject({ ok: true });
    // Undo must remain on the page until its pictures are taken.
    await callMain(page, 'settings.set', { sendDelaySeconds: 30 });
    await goTo(page, 'Test apps');
    await rowOf(page, 'Field Notes').getByText('Field Notes').first().click();
    await expect(rowOf(page, '2.4.1')).toBeVisible();
    await rowOf(page, '2.4.1').getByRole('button', { name: /^Send/ }).click();
    await paste(
      dialog.getByRole('textbox', { name: 'Recipients' }),
      'dora@exampel.org, ada@example.org, ben@example.org',
    );
    await take(page, 'mail-send', everySize);
    await dialog.getByText('Preview of the mail').click();
    await expect(dialog.getByRole('article')).toBeVisible();
    await take(page, 'mail-send-preview', everySize);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await takeAsIs(page, 'mail-undo', everySize);
    await speak(page, 'de');
    await takeAsIs(page, 'mail-undo-de', everySize);
    await speak(page, 'en');
    await expect(rowOf(page, '2.4.1')).toContainText('mailed', { timeout: 60_000 });
    await rowOf(page, '2.4.1').getByText('2.4.1').click();
    await expect(drawerOf(page)).toContainText('ada@example.org');
    await page.mouse.move(0, 0);
    await take(page, 'mail-who', everySize);
    await drawerOf(page)
      .getByRole('button', { name: /More actions for dora/ })
      .click();
    await take(page, 'mail-who-menu', everySize);
    await page.getByRole('menuitem', { name: /^Correct/ }).click();
    await take(page, 'mail-correct', everySize);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await goTo(page, 'Uploads');
    await take(page, 'mail-uploads-mailed', everySize);
  });
});
