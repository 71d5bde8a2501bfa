/** The application refuses debuggers, downloads, client certificates and further windows. */
import { type Started, startProcess } from './application.ts';
import { expect, onBoth, test } from './fixtures.ts';

const logged = (started: Pick<Started, 'output'>, text: string) =>
  expect.poll(started.output).toContain(text);

const debugging = [
  ['--remote-debugging-port=0', 'en', 'does not start with --remote-debugging-port, because'],
  ['--remote-debugging-pipe', 'de', 'startet nicht mit --remote-debugging-pipe, weil'],
  ['--inspect-brk=0', 'fr', 'ne démarre pas avec --inspect-brk, car'],
  ['--inspect=0', 'tr', '--inspect ile başlatılamaz, çünkü'],
] as const;

for (const [word, language, text] of debugging) {
  test(`the installed application rejects ${word} and exits (${language})`, async () => {
    const started = await startProcess({
      arguments: [word],
      environment: { ELECTRON_DOUBLE_PACKAGED: '1', LANGUAGE: language, LC_ALL: `${language}_XX.UTF-8` },
    });
    try {
      expect(await started.ended()).toBe(2);
      expect(started.output()).toContain(text);
    } finally {
      await started.stop();
    }
  });
}

test('no client certificate is presented', async ({ application }) => {
  expect(await application.call('askClientCertificate', { url: 'https://service.example/' })).toBe('none');
  await logged(application, '"url":"https://service.example/"');
});

test('only files created by the page are downloaded', onBoth, async ({ application, host }) => {
  const { page } = application;
  const save = (address: string) =>
    page.evaluate((given) => {
      const link = document.createElement('a');
      link.href = given === 'own' ? URL.createObjectURL(new Blob(['a list'])) : given;
      link.download = 'saved.txt';
      document.body.append(link);
      link.click();
    }, address);
  // Not on a real Electron, which would open a save dialog.
  if (host === 'double') await save('own');
  await save('data:text/plain,somebody');
  await logged(application, 'Denied a download {"url":"data:text/plain,somebody"}');
  expect(application.output()).not.toContain('blob:');
});

test('middle clicks and clicks with a modifier key open no window', onBoth, async ({ application }) => {
  const { page } = application;
  await page.evaluate(() => {
    for (const [index, name] of ['middle', 'Control', 'Shift'].entries()) {
      const link = document.createElement('a');
      link.href = `https://foreign.example/${name}`;
      link.textContent = `${name} click`;
      Object.assign(link.style, { position: 'fixed', top: `${index * 40}px`, left: '0', zIndex: '9999' });
      document.body.prepend(link);
    }
  });
  await page.getByRole('link', { name: 'middle click' }).click({ button: 'middle' });
  await page.getByRole('link', { name: 'Control click' }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('link', { name: 'Shift click' }).click({ modifiers: ['Shift'] });
  for (const name of ['middle', 'Control', 'Shift']) {
    await logged(application, `Denied a new window {"url":"https://foreign.example/${name}"}`);
  }
  expect((await application.snapshot()).windows).toHaveLength(1);
  expect(page.context().pages()).toHaveLength(1);
});
