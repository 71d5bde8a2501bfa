import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipway } from './run-slipway.ts';

test('teams and members are kept from the terminal, by name or number', async () => {
  const dataDir = await temporaryFolder();
  const run = (...words: readonly string[]) =>
    slipway(['service', ...words, '--data-dir', dataDir, '--json']);
  await run('people', 'add-team', 'QA');
  const added = await run('people', 'add-member', 'ada@example.test', '--name', 'Ada', '--team', 'qa');
  expect(JSON.parse(added.stdout)).toMatchObject({
    teams: [{ name: 'QA', memberIds: [1] }],
    members: [{ name: 'Ada', email: 'ada@example.test' }],
  });
  expect(JSON.parse((await run('people', 'leave', 'Ada', 'QA')).stdout)).toMatchObject({
    teams: [{ memberIds: [] }],
  });
  const twice = await run('people', 'add-team', 'QA');
  expect([twice.code, JSON.parse(twice.stdout)]).toMatchObject([1, { error: { code: 'service/taken' } }]);
  const nobody = await run('people', 'join', 'Nobody', 'QA');
  expect([nobody.code, JSON.parse(nobody.stdout)]).toMatchObject([
    2,
    { error: { code: 'cli/unknownRecipient' } },
  ]);
  const noTeam = await run('people', 'add-member', 'ben@example.test', '--team', '99');
  expect(noTeam.code).toBe(2);
  expect(JSON.parse((await run('people')).stdout)).toMatchObject({
    members: [{ email: 'ada@example.test' }],
  });
  expect(JSON.parse((await run('status')).stdout)).toEqual({ running: false, url: null });
}, 90_000);

test('the mail server is set and shown; its password comes from the environment and is never printed', async () => {
  const dataDir = await temporaryFolder();
  const run = (...words: readonly string[]) =>
    slipway(['service', 'mail', ...words, '--data-dir', dataDir, '--json'], {
      SLIPWAY_SMTP_PASSWORD: 'mail-password-1',
    });
  expect(JSON.parse((await run()).stdout)).toEqual({ mailServer: null });
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
  });
  expect(set.stdout + set.stderr).not.toContain('mail-password-1');
  expect((await run('--smtp-host', 'mail.example.test')).code).toBe(2);
  expect((await run('--smtp-host', 'x', '--outbox')).code).toBe(2);
  expect(JSON.parse((await run('--outbox')).stdout)).toEqual({ mailServer: null });
}, 60_000);
