import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipwayHere } from './run-here.ts';

test('service status reports a service that never started as not running', async () => {
  const status = await slipwayHere(['service', 'status', '--json', '--data-dir', await temporaryFolder()]);
  expect([status.code, JSON.parse(status.stdout)]).toEqual([
    0,
    { running: false, url: null, publicUrl: null },
  ]);
});

test('service mail saves the mail server and never prints the password', async () => {
  const dataDir = await temporaryFolder();
  const run = (...words: readonly string[]) =>
    slipwayHere(['service', 'mail', ...words, '--data-dir', dataDir, '--json'], {
      SLIPWAY_SMTP_PASSWORD: 'mail-password-1',
      LC_ALL: 'C',
    });
  const language = { language: 'app', resolvedLanguage: 'en' };
  expect(JSON.parse((await run()).stdout)).toEqual({ mailServer: null, ...language });
  const set = await run(
    '--smtp-host',
    'mail.example.test',
    '--smtp-user',
    'builds',
    '--from',
    'builds@example.test',
  );
  expect(JSON.parse(set.stdout)).toEqual({
    mailServer: {
      host: 'mail.example.test',
      port: 587,
      secure: false,
      requireTls: true,
      userName: 'builds',
      from: 'builds@example.test',
    },
    ...language,
  });
  expect(set.stdout + set.stderr).not.toContain('mail-password-1');
  expect((await run('--smtp-host', 'mail.example.test')).code).toBe(2);
  expect((await run('--smtp-host', 'x', '--outbox')).code).toBe(2);
  const german = { language: 'de', resolvedLanguage: 'de' };
  expect(JSON.parse((await run('--language', 'de')).stdout)).toMatchObject({
    mailServer: { host: 'mail.example.test' },
    ...german,
  });
  expect((await run('--language', 'nl')).code).toBe(2);
  expect(JSON.parse((await run('--outbox')).stdout)).toEqual({ mailServer: null, ...german });
});
