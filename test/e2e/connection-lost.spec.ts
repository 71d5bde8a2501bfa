import { join } from 'node:path';
import { everywhere, expect, test } from './fixtures.ts';
import { addService, drawerOf, goTo, rowOf, uploadBuild } from './user-actions.ts';
import { sampleApk, storePublisher, versionsOf } from './world.ts';

test('open screens survive a lost connection', everywhere, async ({ start, folder, service, connection }) => {
  const publish = await storePublisher(service);
  await publish(sampleApk({ id: 'org.example.atlas', label: 'Atlas' }), 'atlas.apk');
  const { page } = await start();
  await addService(page, { url: connection.url, user: service.user, name: 'Work' });
  await uploadBuild(page, join(folder, 'notes.apk'), sampleApk());
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
  await expect(drawerOf(page).locator('.failure').first()).toContainText('was lost');

  const out = page.getByRole('alert').filter({ hasText: 'The connection to 127.0.0.1' });
  for (const [screen, name] of [
    ['Store', 'Atlas'],
    ['Test apps', 'Field Notes'],
  ] as const) {
    await goTo(page, screen);
    await expect(out).toContainText(/The information is from.*Slipway keeps trying\./);
    await expect(rowOf(page, name), 'what was read before').toBeVisible();
  }
  await uploadBuild(page, join(folder, 'next.apk'), sampleApk({ versionName: '2.5.0' }));
  const waiting = rowOf(page, '2.5.0');
  await expect(waiting).toContainText('Retrying at');
  await expect(waiting).toContainText('was lost');

  await goTo(page, 'Test apps');
  await expect(out).toBeVisible();
  connection.decide(null);
  await expect(out).toBeHidden();
  await goTo(page, 'Uploads');
  await expect(waiting).toContainText('Active');
  await goTo(page, 'Test apps');
  await expect(rowOf(page, '2.5.0')).toBeVisible();
  expect((await versionsOf(service)).map(({ version }) => version).sort()).toEqual(['2.4.1', '2.5.0']);
});
