import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDevice } from './device-world.ts';
import { expect, inTab, test } from './fixtures.ts';
import { everySize, pictures, take } from './pictures.ts';
import { drawerOf, goTo, openAdvanced, openPart, openToAnyone, rowOf, uploadBuild } from './user-actions.ts';
import { addPeople, openService, sampleApk } from './world.ts';

test('takes screenshots of the built-in service', inTab, async ({ start, dataDir, folder }) => {
  test.setTimeout(300_000);
  await mkdir(pictures, { recursive: true });
  const service = await openService(join(dataDir, 'service'));
  const teams = {
    qa: await service.people.createTeam('QA'),
    crew: await service.people.createTeam('Field crew'),
    long: await service.people.createTeam(
      'Beta testers of the offshore inventory, northern and western platforms',
    ),
    rightToLeft: await service.people.createTeam('فريق الاختبار'),
  };
  await addPeople(service, [
    ['Ada Lovelace', 'ada@example.org', teams.qa.id],
    ['Ben Okri', 'ben@example.org', teams.qa.id],
    ['Cleo Duarte', 'cleo@example.org', teams.crew.id],
    [
      'Dorothea Wilhelmina van den Heuvel-Montgomery',
      'dorothea.van-den-heuvel@offshore.example.org',
      teams.long.id,
    ],
    ['ליאת כהן', 'liat@example.org', teams.rightToLeft.id],
    [null, 'release-notes@example.org', teams.crew.id],
  ]);
  await service.people.createMember({ name: 'Émile Şahin', email: 'emile@example.org' });
  await service.identity.createUser('build-server');
  await service.identity.createClient('build-server');
  await service.stop();
  await makeDevice(dataDir);
  const { page } = await start();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await goTo(page, 'Built-in service');
  await take(page, 'service-stopped');
  await openPart(page, 'People');
  await take(page, 'service-people-stopped');
  await page.getByRole('button', { name: 'Start the service' }).click();
  await expect(rowOf(page, 'Cleo Duarte')).toBeVisible();
  await take(page, 'service-people', everySize);
  await rowOf(page, 'QA').first().getByText('QA').first().click();
  await take(page, 'service-people-team');
  await rowOf(page, 'Ada Lovelace').getByText('Ada Lovelace').click();
  await expect(drawerOf(page)).toContainText('iPhone15,2');
  await take(page, 'service-people-device');
  await rowOf(page, 'Dorothea').getByText('Dorothea Wilhelmina').click();
  await drawerOf(page).getByRole('button', { name: 'Edit…' }).click();
  await take(page, 'service-dialog-person');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await drawerOf(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More actions for People and teams' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV…' }).click();
  const csv =
    'email,name,team\nada@example.org,Ada,QA\nnew@example.org,New Person,New team\nnobody,Nobody,\n';
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog.getByText('1 new, 1 already known, 1 cannot be used')).toBeVisible();
  await take(page, 'service-dialog-import');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openPart(page, 'Users and clients');
  await expect(rowOf(page, 'build-server').first()).toBeVisible();
  await take(page, 'service-credentials');
  await page.getByRole('button', { name: 'Add user…' }).click();
  await dialog.getByLabel('User name').fill('phone-farm');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('It is shown only now')).toBeVisible();
  await take(page, 'service-dialog-made');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const recipients = 'ada@example.org, dorothea.van-den-heuvel@offshore.example.org';
  await uploadBuild(page, join(folder, 'notes.apk'), sampleApk(), { recipients });
  await goTo(page, 'Built-in service');
  await openPart(page, 'Outbox');
  await rowOf(page, 'ada@example.org').getByText('ada@example.org').click();
  await expect(drawerOf(page)).toContainText('is ready to install');
  await take(page, 'service-outbox');
  await page.getByRole('button', { name: 'Set up mail…' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByLabel('Mail server').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('9');
  await dialog.getByLabel('Sender').fill('Builds <builds@example.org>');
  await dialog.getByLabel('Send a test message to').fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect(dialog.getByRole('alert')).toContainText('cannot be reached');
  await take(page, 'service-dialog-mail');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openPart(page, 'Requests');
  await expect(rowOf(page, '/identity/connect/token').first()).toBeVisible();
  await take(page, 'service-requests');
  await openPart(page, 'Overview');
  await expect(page.getByText('Free on this disk')).toBeVisible();
  await take(page, 'service');
  await page.getByRole('button', { name: 'Let phones install…' }).click();
  await take(page, 'service-dialog-reach-audience');
  await openToAnyone(dialog, 'https://builds.example.org');
  await openAdvanced(dialog);
  await dialog.getByLabel('Connections use').selectOption('A certificate of your own');
  await dialog.getByLabel('Certificate file').fill(join(folder, 'fullchain.pem'));
  await dialog.getByLabel('Private key file').fill(join(folder, 'privkey.pem'));
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('does not exist').first()).toBeVisible();
  await take(page, 'service-dialog-reach-advanced');
  await dialog.getByRole('button', { name: '2. Mail' }).click();
  await take(page, 'service-dialog-reach-mail');
  await dialog.getByRole('button', { name: '3. Try it' }).click();
  await expect(dialog.getByRole('list', { name: 'What was checked' })).toBeVisible();
  await take(page, 'service-dialog-reach-try');
  await dialog.getByRole('button', { name: '1. Who can install' }).click();
  await dialog.getByRole('radio', { name: 'Phones in this Wi-Fi' }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: '3. Try it' }).click();
  await expect(dialog.getByRole('list', { name: 'What was checked' })).toBeVisible();
  await take(page, 'service-dialog-reach-try-network');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await take(page, 'service-reached');
  await openPart(page, 'Advanced');
  await take(page, 'service-advanced');
});
