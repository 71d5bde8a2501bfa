/** Scores mails with the local tests of SpamAssassin, if it is installed. */
import { expect, test } from 'vitest';
import { withActiveVersion } from '../service/active-version.ts';
import { sampleIpa } from '../service/service-host.ts';
import { canRun, run } from './outside-program.ts';

/** Returns the header that the recipient's server adds. SpamAssassin skips its relay tests without it. */
const received = (): string =>
  [
    'Received: from mail.example.com (mail.example.com [93.184.216.34])',
    `\tby mx.example.org (Postfix) with ESMTPS id 4ABC123; ${new Date().toUTCString()}`,
    '',
  ].join('\r\n');

test.runIf(canRun('spamassassin', ['--version'])).each(['en', 'de', 'fr', 'tr'] as const)(
  'SpamAssassin scores mails in %s below 1.0',
  async (language) => {
    const options = { publicUrl: 'https://builds.example.com', mailLanguage: () => language };
    for (const build of [{ bytes: await sampleIpa() }, { releaseNote: 'Faster start.\n\n• Fewer crashes' }]) {
      const { host, send } = await withActiveVersion(options, build);
      const ann = await host.service.people.createMember({ email: 'ann@example.com', name: 'Ann Ørsted' });
      expect((await send({ memberIds: [ann.id], emails: ['ben@example.com'] })).status).toBe(200);
      const mails = await host.service.outbox.list();
      expect(mails).toHaveLength(2);
      for (const { id } of mails) expect(await scoreOf(await host.service.outbox.read(id))).toBeLessThan(1);
    }
  },
);

async function scoreOf(mail: string): Promise<number> {
  const { stdout } = await run('spamassassin', ['-L', '-t'], received() + mail);
  return Number(/^X-Spam-Status:.*?\bscore=(-?[\d.]+)/ms.exec(stdout.toString('utf8'))?.[1]);
}
