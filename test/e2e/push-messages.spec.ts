/** Push messages sent from the window, and the simulator of devices. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openPushProvider, type PushProvider } from '../fakes/push-provider.ts';
import { elementsOutsideWindow } from './accessibility-checks.ts';
import { test as base, callMain, chooseFiles, everywhere, expect, inTab, tabIsEnough } from './fixtures.ts';
import { expectText, replaceText } from './json-text.ts';
import { drawerOf, goTo, openPart, rowOf } from './user-actions.ts';

const test = base.extend<{ readonly provider: PushProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
  provider: async ({}, use) => {
    const provider = await openPushProvider();
    await use(provider);
    await provider.close();
  },
});

/** Returns the number of requests that send a message. */
const sentBy = (provider: PushProvider): number =>
  provider.seen.filter(({ path }) => path !== '/token').length;

/** Opens Messages. `prepare` runs before the screen reads senders and messages. */
async function openMessages(page: Page, prepare?: () => Promise<void>): Promise<Locator> {
  await goTo(page, 'Push');
  await prepare?.();
  await openPart(page, 'Messages');
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Saves the sender “notes” for HTTP v1. */
async function saveSender(page: Page, { url, serviceAccount }: PushProvider): Promise<void> {
  const sender = { name: 'notes', mode: 'http-v1', address: url, secret: serviceAccount } as const;
  expect(await callMain(page, 'push.senders.save', sender)).toMatchObject({ ok: true });
}

const send = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Send', exact: true }).click();

test.describe('a push message', () => {
  test('is checked and shown before it is sent', tabIsEnough, async ({ start, folder, provider }) => {
    const account = join(folder, 'account.json');
    await writeFile(account, provider.serviceAccount);
    const slipway = await start();
    const { page } = slipway;
    const dialog = await openMessages(page);
    await expect(page.getByText('Messages you send appear here')).toBeVisible();

    // After adding the first sender, the user can write the first message.
    await page.getByRole('button', { name: 'Add a sender…' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a name for the sender.')).toBeVisible();
    await expect(dialog.getByText('Choose the service account file.')).toBeVisible();
    await dialog.getByLabel('Name').fill('notes');
    await dialog.getByLabel('Address').fill(provider.url);
    await chooseFiles(page, dialog.getByRole('button', { name: 'Service account' }), [account]);
    await expect(dialog.getByText('account.json')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveAccessibleName('New message');

    await dialog.getByLabel('Device token').fill('device');
    await expect(dialog).toContainText(`Goes to the device device, with the sender “notes” through`);
    await dialog.getByLabel('Key 1', { exact: true }).fill('title');
    await dialog.getByLabel('Value 1').fill('Tea');
    await dialog.getByLabel('Key 2', { exact: true }).fill('title');
    await dialog.getByRole('button', { name: 'Show the request' }).click();
    await expect(dialog.getByText('This key already exists.')).toBeVisible();
    await dialog.getByLabel('Key 2', { exact: true }).fill('count');
    await dialog.getByLabel('Data').selectOption('JSON');
    const json = dialog.getByLabel('Message in JSON');
    await expectText(json, /"title": "Tea"/);
    await replaceText(json, '{"data": {"notification": {"title": "Tea", "count": }}}');
    await send(dialog);
    await expect(dialog.getByRole('alert')).toContainText(
      'The message is not valid JSON (line 1, column 53)',
    );
    await replaceText(json, '{"data": {"notification": {"title": "Tea", "count": 7}}}');
    await dialog.getByRole('button', { name: 'Show the request' }).click();
    const request = dialog.getByRole('region', { name: 'Exactly this request is sent' });
    await expect(request).toContainText('/v1/projects/notes/messages:send');
    await expect(request).toContainText('authorization: Bearer [hidden]');
    await expect(request).toContainText('data.notification.count was a number and is sent as the text "7".');
    await dialog.getByRole('button', { name: 'Hide the request' }).click();
    await expect(request).toBeHidden();
    expect(provider.seen).toEqual([]);
    await send(dialog);
    await dialog.getByText('Details').click();
    await expect(dialog.getByText('Message ID: projects/notes/messages/1500')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send another' }).click();
    await expect(dialog.getByLabel('Value 1')).toBeVisible();
    expect(slipway.output()).not.toContain('PRIVATE KEY');
  });

  test('shows the next step when it is refused', tabIsEnough, async ({ slipway, provider }) => {
    const { page } = slipway;
    const dialog = await openMessages(page, () => saveSender(page, provider));
    await page.getByRole('button', { name: 'New message…' }).click();
    await dialog.getByLabel('Value 1').fill('Tea');
    const token = dialog.getByLabel('Device token');
    await token.fill('gone');
    await send(dialog);
    await expect(dialog.getByRole('alert')).toContainText('token is no longer valid');
    await token.fill('quota');
    await send(dialog);
    await expect(dialog.getByRole('alert')).toContainText(
      /no more messages for now\. Try again after \d\d:\d\d\./,
    );
    const again = dialog.getByRole('button', { name: 'Try again' });
    await expect(again).toBeDisabled();
    await page.clock.setSystemTime(Date.now() + 60_000);
    await expect(again).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Adds a sender for the legacy method, first with a wrong key.
    await page.getByRole('button', { name: 'Senders…' }).click();
    await dialog.getByRole('button', { name: 'Add a sender…' }).click();
    await dialog.getByLabel('Name').fill('old');
    await dialog.getByLabel('Method').selectOption('Server key');
    await expect(dialog).toContainText('has disabled this method for most projects');
    await dialog.getByLabel('Server key', { exact: true }).fill('not-the-server-key');
    await dialog.getByLabel('Address').fill(`${provider.url}/fcm/send`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveAccessibleName('Senders');
    await expect(dialog).toContainText('old');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'New message…' }).click();
    await dialog.getByLabel('Sender').selectOption('old');
    await dialog.getByLabel('Goes to').selectOption('A topic');
    await dialog.getByLabel('Topic').fill('news');
    await expect(dialog).toContainText('everyone who has subscribed to news');
    await dialog.getByLabel('Value 1').fill('Tea');
    await send(dialog);
    await expect(dialog.getByRole('alert')).toContainText('does not accept the key');
    await dialog.getByRole('button', { name: 'Change the key…' }).click();
    await dialog.getByLabel('Server key', { exact: true }).fill(provider.serverKey);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Topic')).toHaveValue('news');
    await send(dialog);
    await expect(dialog).toContainText('Message ID: 6177433633397');
    expect(sentBy(provider)).toBe(4);
    expect(await page.content()).not.toContain(provider.serverKey);
    expect(slipway.output()).not.toMatch(/PRIVATE KEY|AAAAserver|not-the-server-key/);
  });

  test('is sent again with another sender or token', tabIsEnough, async ({ slipway: { page }, provider }) => {
    const dialog = await openMessages(page, async () => {
      await saveSender(page, provider);
      const { url, serverKey } = provider;
      const old = { name: 'old', mode: 'server-key', address: `${url}/fcm/send`, secret: serverKey } as const;
      await callMain(page, 'push.senders.save', old);
      const message = '{"data": {"notification": {"title": "Tea"}}}';
      const topic = { kind: 'topic', name: 'news' } as const;
      const device = { kind: 'device', token: 'gone' } as const;
      await callMain(page, 'push.messages.send', { sender: 'old', message, target: topic });
      await callMain(page, 'push.messages.send', { sender: 'notes', message, target: device });
    });
    await expect(page.getByText('2 messages', { exact: true })).toBeVisible();

    await rowOf(page, 'Topic news').getByText('Topic news').click();
    await drawerOf(page).getByRole('button', { name: 'Send again' }).click();
    await expect(drawerOf(page)).toContainText('The provider has accepted it');
    await expect(rowOf(page, 'Topic news')).toHaveCount(2);
    await page.getByRole('button', { name: 'Senders…' }).click();
    await dialog.getByRole('button', { name: 'Remove old…' }).click();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove sender' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove old…' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(drawerOf(page)).toContainText('The sender “old” no longer exists:');
    await drawerOf(page).getByRole('button', { name: 'Send again' }).click();
    await expect(rowOf(page, 'Topic news')).toHaveCount(3);
    await expect(rowOf(page, 'Topic news').first()).toContainText('notes');

    await page.getByRole('searchbox').fill('gone');
    await expect(rowOf(page, 'Topic news')).toHaveCount(0);
    await rowOf(page, 'Device gone').getByText('Device gone').click();
    await drawerOf(page).getByRole('button', { name: 'Edit and send…' }).click();
    await expect(dialog.getByLabel('Device token')).toHaveValue('gone');
    await dialog.getByLabel('Device token').fill('device');
    await send(dialog);
    await expect(dialog).toContainText('The provider has accepted it');
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(sentBy(provider)).toBe(5);
    expect(await page.content()).not.toContain(provider.serverKey);
  });
});

const mapping = JSON.stringify({
  notification: {
    title: 't',
    body: 'b',
    channelId: 'c',
    channelIdTitle: 'ct',
    channelIdImportance: 'ci',
    deleteChannelId: 'dc',
    showBadge: 'sb',
    sound: 's',
  },
  configuration_version: '2',
});

/** Opens the simulator with the mapping and an example message. */
async function openSimulator(page: Page) {
  await goTo(page, 'Push');
  await openPart(page, 'Simulator');
  const [mappingText, message] = [page.getByLabel('Mapping file'), page.getByLabel('Received message')];
  await replaceText(mappingText, mapping);
  await page.getByRole('button', { name: 'Use an example' }).click();
  await expectText(message, /"t": "Tea is ready"/);
  const result = page.getByRole('region', { name: 'Result', exact: true });
  const phone = (name: string): Locator => result.getByRole('figure').filter({ hasText: name });
  return { mappingText, message, result, phone };
}

test.describe('the simulator', () => {
  test('shows how a message changes the channels', everywhere, async ({ slipway: { page } }) => {
    const { message, result, phone } = await openSimulator(page);
    await expect(phone('Lock screen')).toContainText('Tea is ready');
    await expect(phone('In use')).toContainText('banner shown');
    await expect(phone('Shade')).toContainText('It is shown in the shade.');
    await expect(result).toContainText('Taken from the key “t”.');
    await expect(result).toContainText('The channel 7 is created with importance 4.');
    await expect(result.getByText('Notifications.onNotificationReceive')).toBeVisible();
    await expect(result.getByText('Notifications.onNotificationClick')).toBeVisible();

    // Uses the existing channel, whose importance cannot be raised, and deletes another channel.
    await result.getByRole('button', { name: 'Continue with these channels' }).click();
    await page.getByLabel('Importance of channel 1').selectOption('2');
    await expect(phone('In use')).toContainText('banner not shown');
    await expect(result).toContainText(
      'Its importance stays 2: an app can lower it later, but not raise it.',
    );
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await expect(page.getByLabel('Id of channel 2')).toHaveValue('8');
    await replaceText(message, '{"to": "a", "data": {"notification": {"t": "Bye", "dc": "8"}}}');
    await expect(result).toContainText('The channel 8 is deleted, along with the notifications shown in it.');
    await result.getByRole('button', { name: 'Continue with these channels' }).click();
    await expect(page.getByRole('button', { name: 'Forget deleted channels (1)' })).toBeVisible();
  });

  test('shows why a device hides a message', tabIsEnough, async ({ slipway: { page }, host }) => {
    const { result, phone } = await openSimulator(page);
    await page.getByLabel('Permission to notify').selectOption('denied');
    await expect(phone('Shade')).toContainText('From level 33, nothing is shown without the permission');
    if (host === 'browser') await expect(result).toContainText('a browser tab cannot');
    await page.getByLabel('Device', { exact: true }).selectOption('iOS');
    await page.getByLabel('Permission to notify').selectOption('granted');
    await page.getByLabel('The app is').selectOption('closed');
    await expect(phone('Notification Center')).toContainText('iOS shows it automatically');
    await expect(result).toContainText('with data only, a device may show nothing until the app runs');
    await page.getByLabel('The app is').selectOption('in the foreground');
    await page.getByRole('switch', { name: 'ALERT' }).click();
    await expect(phone('In use')).toContainText('did not request ALERT');
    await expect(result).toContainText('Returns SOUND');
  });

  test(
    'marks invalid text and keeps it when the user switches sections',
    tabIsEnough,
    async ({ slipway: { page } }) => {
      await goTo(page, 'Push');
      await openPart(page, 'Simulator');
      await expect(page.getByText('What a device does with a message appears here')).toBeVisible();
      const [mappingText, message] = [page.getByLabel('Mapping file'), page.getByLabel('Received message')];
      await page.getByRole('button', { name: 'Start with a template' }).click();
      await expectText(mappingText, /configuration_version/);
      await replaceText(message, '{\n"data": }');
      await expect(page.getByText('Text, a number')).toBeVisible();
      await expect(page.getByText('This cannot be simulated yet')).toBeVisible();
      await replaceText(mappingText, '{"notification": {"title": 7}, "configuration_version": "2"}');
      await expect(page.getByText('The name of a key must be text in double quotes.')).toBeVisible();
      await openPart(page, 'Messages');
      await openPart(page, 'Simulator');
      await expectText(message, '{\n"data": }');
    },
  );
});

test('simulated phones keep their shape and honour reduced motion', inTab, async ({ slipway: { page } }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await goTo(page, 'Push');
  await openPart(page, 'Simulator');
  await replaceText(page.getByLabel('Mapping file'), mapping);
  await page.getByRole('button', { name: 'Use an example' }).click();
  const figures = page.getByRole('figure');
  await expect(figures).toHaveCount(3);
  const boxes = () =>
    figures.evaluateAll((all) =>
      all.map((figure) => {
        const phone = figure.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
        const { top, bottom, left } = figure.getBoundingClientRect();
        return { top, bottom, left, width: phone.width, proportion: phone.height / phone.width };
      }),
    );
  for (const device of ['34', '25', 'ios']) {
    await page.getByLabel('Device', { exact: true }).selectOption(device);
    await expect(figures.last()).toContainText(device === 'ios' ? 'Notification Center' : 'Shade');
    const drawn = await boxes();
    expect(new Set(drawn.map(({ top }) => top)).size, 'in one row').toBe(1);
    for (const { top, bottom, width, proportion } of drawn) {
      expect(proportion).toBeCloseTo(19.5 / 9, 1);
      expect(width).toBeGreaterThan(150);
      expect([top > 0, bottom < 800]).toEqual([true, true]);
    }
  }

  const banner = figures.first().locator('.phone-banner');
  await expect(banner).toContainText('Tea is ready');
  const motion = () => banner.evaluate((element) => getComputedStyle(element).animationName);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await motion()).toBe('phone-banner');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motion()).toBe('none');

  await page.setViewportSize({ width: 360, height: 640 });
  const stacked = await boxes();
  expect(new Set(stacked.map(({ left }) => left)).size, 'below each other').toBe(1);
  expect(await elementsOutsideWindow(page)).toEqual([]);
});

test('a push message can be shown as a system notification', async ({ start }) => {
  const slipway = await start();
  const { page } = slipway;
  await goTo(page, 'Push');
  await openPart(page, 'Simulator');
  await replaceText(page.getByLabel('Mapping file'), mapping);
  const data = '"data": {"notification": {"t": "Tea", "b": "Ready"}}';
  await replaceText(page.getByLabel('Received message'), `{${data}}`);
  await expect(page.getByText('The message has no “to”, so it is not sent to any device.')).toBeVisible();
  await replaceText(page.getByLabel('Received message'), `{"to": "a", ${data}}`);
  await page.getByRole('button', { name: 'Show as a notification of this computer' }).click();
  await expect(page.getByText('This computer is showing it.')).toBeVisible();
  expect((await slipway.desktop?.snapshot())?.notifications).toMatchObject([
    { title: 'Tea', body: 'Ready', state: 'shown' },
  ]);
});
