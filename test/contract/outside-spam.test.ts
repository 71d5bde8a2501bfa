/** How SpamAssassin's local tests judge a mail, where it is installed. */
import { expect, test } from 'vitest';
import type { TestApplication } from '../../main/api/wire.ts';
import { canRun, run } from './outside-program.ts';
import { sampleApk, startHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

test.runIf(canRun('spamassassin', ['--version'])).each(['en', 'de', 'fr', 'tr'] as const)(
  'SpamAssassin gives a mail in %s no more than 1.0',
  async (language) => {
    const host = await startHost({ publicUrl: 'https://builds.example.com', mailLanguage: () => language });
    const made = (await (await host.upload(base, await sampleApk())).json()) as TestApplication;
    const path = `${base}/items/${made.profiles[0]?.id}`;
    await host.call('POST', `${path}/activate`);
    await host.call('POST', `${path}/send`, { body: { emails: ['ann@example.com'] } });
    const [mail] = await host.service.outbox.list();
    const raw = await host.service.outbox.read(mail?.id ?? '');
    const { stdout } = await run('spamassassin', ['-L', '-t'], raw);
    const report = stdout.toString('utf8');
    const score = Number(/^X-Spam-Status:.*?\bscore=(-?[\d.]+)/ms.exec(report)?.[1]);
    expect(score, report.slice(report.lastIndexOf('Content analysis'))).toBeLessThanOrEqual(1);
  },
);
