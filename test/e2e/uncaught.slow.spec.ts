/** An uncaught error is logged and shown in the user's language, and Slipway stops cleanly. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication } from './application.ts';
import { add, build } from './desktop-world.ts';
import { callMain, expect, test } from './fixtures.ts';

const languages = [
  ['de', 'throw', 'Slipway musste beendet werden', 'Uploads werden beim nächsten Start fortgesetzt'],
  ['tr', 'reject', 'Slipway kapanmak zorunda kaldı', 'yüklemeler bir sonraki başlatmada sürer'],
] as const;

for (const [language, how, title, promise] of languages) {
  test(`an uncaught error (${how}) is shown in ${language} before a clean exit`, async ({ folder }) => {
    const application = await startApplication({
      userData: folder,
      environment: { LANGUAGE: language, LC_ALL: `${language}_XX.UTF-8` },
    });
    try {
      await application.call('failInMain', { how, text: 'a bug with token=abcdefgh in it' });
      expect(await application.ended()).toBe(1);
      const output = application.output();
      expect(output).toContain(title);
      expect(output).toContain(promise);
      expect(output).not.toContain('A JavaScript error occurred');
      const log = await readFile(join(folder, 'logs', 'slipway.log'), 'utf8');
      expect(log).toContain('a bug with token=[hidden] in it');
      expect(log).toContain('Slipway has stopped');
      expect(log + output).not.toContain('abcdefgh');
    } finally {
      await application.stop();
    }
  });
}

test('waiting builds remain in the queue after an uncaught error', async ({ folder }) => {
  const application = await startApplication({ userData: folder });
  const before = await (async () => {
    try {
      await callMain(application.page, 'uploads.setPaused', { paused: true });
      const added = await add(application, [await build(application)]);
      await application.call('failInMain', { how: 'throw', text: 'a bug' });
      expect(await application.ended()).toBe(1);
      return added.map(({ id }) => id);
    } finally {
      await application.stop();
    }
  })();
  expect(before).toHaveLength(1);
  const again = await startApplication({ userData: folder });
  try {
    const listed = await callMain(again.page, 'uploads.list', {});
    expect(listed.ok && listed.value.map(({ id }) => id)).toEqual(before);
  } finally {
    await again.stop();
  }
});
