/** An error nothing caught: logged, told in the person's language, and Slipway ends in order. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication } from './application.ts';
import { add, build } from './desktop-world.ts';
import { callMain, expect, test } from './fixtures.ts';

const languages = [
  ['de', 'throw', 'Slipway musste beendet werden', 'Uploads werden beim nächsten Start fortgesetzt.'],
  ['tr', 'reject', 'Slipway kapanmak zorunda kaldı', 'Yüklemeler bir sonraki başlatmada sürer.'],
] as const;

for (const [language, how, title, promise] of languages) {
  test(`an error nothing caught (${how}) is told in ${language}, and the end is an orderly one`, async ({
    folder,
  }) => {
    const application = await startApplication({
      userData: folder,
      environment: { LANGUAGE: language, LC_ALL: `${language}_XX.UTF-8` },
    });
    try {
      await application.call('failInMain', { how, text: 'a bug with token=abcdefgh in it' });
      expect(await application.ended()).toBe(1);
      const said = application.output();
      expect(said).toContain(title);
      expect(said).toContain(promise);
      expect(said).not.toContain('A JavaScript error occurred');
      const log = await readFile(join(folder, 'logs', 'slipway.log'), 'utf8');
      expect(log).toContain('a bug with token=[hidden] in it');
      expect(log).toContain('Slipway has stopped');
      expect(log + said).not.toContain('abcdefgh');
    } finally {
      await application.stop();
    }
  });
}

test('builds that wait lie in the queue at the next start', async ({ folder }) => {
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
