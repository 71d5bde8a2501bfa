/** A service that cannot be reached for a while: what was known stays, what cannot be done says so, all of it comes back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFaultProxy } from '../fakes/fault-proxy.ts';
import { dropFiles, everywhere, expect, test } from './fixtures.ts';
import { drawerOf, goTo, rowOf, signIn } from './person.ts';
import { openOtherService, sampleApk, storePublisher, versionsOf } from './world.ts';

test('the connection goes while places are open, and comes back', everywhere, async ({ start, folder }) => {
  const service = await openOtherService(join(folder, 'service'));
  const connection = await openFaultProxy(service.url);
  try {
    const publish = await storePublisher(service.url, service.user);
    await publish(sampleApk({ id: 'org.example.atlas', label: 'Atlas' }), 'atlas.apk');
    const { page } = await start();
    await signIn(page, {
      authUrl: connection.url,
      baseUrl: connection.url,
      user: service.user,
      name: 'Work',
    });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeHidden();
    const drop = async (versionName: string): Promise<void> => {
      const path = join(folder, `notes-${versionName}.apk`);
      await writeFile(path, sampleApk({ versionName }));
      await dropFiles(page, [path]);
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(dialog).toBeHidden();
    };
    await drop('2.4.1');
    await expect(rowOf(page, '2.4.1')).toContainText('Active');
    await goTo(page, 'Store');
    await expect(rowOf(page, 'Atlas')).toBeVisible();
    await goTo(page, 'Test apps');
    await rowOf(page, 'Field Notes').getByText('Field Notes').click();
    const active = page.getByRole('switch', { name: '2.4.1 is active' });
    await expect(active).toBeChecked();

    connection.decide(() => ({ kind: 'cut-before' }));
    await active.click();
    const notSwitched = page.getByRole('region', { name: 'Selected versions' }).getByRole('alert');
    await expect(notSwitched).toContainText('2.4.1: The connection to 127.0.0.1');
    await expect(active, 'nothing was changed').toBeChecked();
    await notSwitched.getByRole('button', { name: 'Dismiss' }).click();
    await rowOf(page, '2.4.1').getByText('2.4.1').first().click();
    await expect(drawerOf(page).locator('.failure').first()).toContainText('broke');

    const out = page.getByRole('alert').filter({ hasText: 'The connection to 127.0.0.1' });
    for (const [place, name] of [
      ['Store', 'Atlas'],
      ['Test apps', 'Field Notes'],
    ] as const) {
      await goTo(page, place);
      await expect(out).toContainText('The information is from');
      await expect(out).toContainText('Slipway keeps trying.');
      await expect(rowOf(page, name), 'what was read before').toBeVisible();
    }
    await drop('2.5.0');
    const waiting = rowOf(page, '2.5.0');
    await expect(waiting).toContainText('Retrying at');
    await expect(waiting).toContainText('broke');

    await goTo(page, 'Test apps');
    await expect(out).toBeVisible();
    connection.decide(null);
    await expect(out).toBeHidden();
    await goTo(page, 'Uploads');
    await expect(waiting).toContainText('Active');
    await goTo(page, 'Test apps');
    await expect(rowOf(page, '2.5.0')).toBeVisible();
    expect((await versionsOf(service)).map(({ version }) => version).sort()).toEqual(['2.4.1', '2.5.0']);
  } finally {
    await connection.stop();
    await service.stop();
  }
});
