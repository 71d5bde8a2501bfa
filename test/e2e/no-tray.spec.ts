/** A desktop without tray icons, such as GNOME without an extension. */
import { startProcess } from './application.ts';
import { expect, test } from './fixtures.ts';

test.use({ startOptions: { environment: { ELECTRON_DOUBLE_TRAY_HOST: 'none' } } });

test('Close minimises the window, and a second start restores the window', async ({ application }) => {
  const windowNow = async () => (await application.snapshot()).windows[0];
  const messages = async () =>
    (await application.snapshot()).notifications.map(({ title, body }) => `${title}. ${body}`);
  await application.call('closeWindow', {});
  await expect.poll(windowNow).toMatchObject({ visible: true, minimized: true });
  await expect.poll(messages).toEqual([expect.stringContaining('the window stays minimized')]);
  const second = await startProcess({ userData: application.userData });
  expect(await second.ended()).toBe(0);
  await expect.poll(windowNow).toMatchObject({ visible: true, minimized: false, focused: true });
  await application.call('closeWindow', {});
  await expect.poll(windowNow).toMatchObject({ minimized: true });
  expect(await messages()).toHaveLength(1);
});
