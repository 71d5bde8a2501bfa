/** `slipway send`, and `slipway upload` with recipients: warnings before mail, and delivery reports. */
import { expect, test } from 'vitest';
import { mailLogin, reply, startMailServer } from '../../contract/service/mail-server.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { startSlipway } from './run-slipway.ts';

const outside = ['--public-url', 'https://builds.example.test'];

/** Starts `serve` with a mail server and a team QA that has one member. */
async function besideServe(
  options: Parameters<typeof startMailServer>[0] = {},
  exposure: readonly string[] = outside,
) {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  const mail = await startMailServer(options);
  const run = (...words: readonly string[]) =>
    slipwayHere([...words, '--data-dir', dataDir], { SLIPWAY_SMTP_PASSWORD: mailLogin.password });
  const server = ['--smtp-host', '127.0.0.1', '--smtp-port', String(mail.port), '--tls', 'never'];
  await run('service', 'mail', ...server, '--smtp-user', mailLogin.userName, '--from', 'builds@example.test');
  const owner = startSlipway(['serve', '--no-ui', ...exposure, '--data-dir', dataDir]);
  await owner.until('stdout', 'Service: ');
  await run('service', 'people', 'add-team', 'QA');
  await run('service', 'people', 'add-member', 'ada@example.test', '--team', 'QA');
  const end = async () => {
    owner.signal('SIGINT');
    return (await owner.ended).code;
  };
  return { dataDir, folder, run, mail, owner, end };
}

test('a version that testers cannot install is sent only with --send-anyway', async () => {
  const { folder, run, mail, end } = await besideServe({}, []);
  const ipa = await writeIpa(folder);
  const asked = await run('upload', ipa, '--activate', '--team', 'QA');
  expect([asked.code, asked.stdout]).toEqual([1, expect.stringContaining('Not signed: without a')]);
  expect(asked.stdout).toContain('which only works on this computer');
  const question = await run('send', '1', '--team', 'QA');
  expect(question.code).toBe(1);
  expect(question.stderr).toMatch(/Not signed: .* only works on this computer/);
  expect(question.stderr).toContain('--send-anyway');
  expect(mail.received).toEqual([]);
  expect((await run('send', '1', '--team', 'QA', '--send-anyway')).code).toBe(0);
  expect(mail.received).toHaveLength(1);
  expect(await end()).toBe(0);
});

test('upload prints the warnings about the build', async () => {
  const { folder, run, end } = await besideServe();
  const uploaded = await run('upload', await writeIpa(folder), '--activate');
  expect([uploaded.code, uploaded.stdout]).toEqual([
    0,
    expect.stringContaining('  warning: Not signed: without a provisioning profile'),
  ]);
  expect(await end()).toBe(0);
});

test('upload and send exit with 1 and name an undeliverable address', async () => {
  const refuse = (to: string) => (to.startsWith('gone') ? reply('550 5.1.1 No such user') : null);
  const { folder, run, end } = await besideServe({ refuse });
  const people = ['--email', 'gone@example.test,ben@example.test'];
  const uploaded = await run('upload', await writeApk(folder), '--activate', ...people);
  expect([uploaded.code, uploaded.stdout]).toEqual([
    1,
    expect.stringMatching(/Refused for gone@example\.test: .*No such user/),
  ]);
  expect(uploaded.stdout).not.toContain('Refused for ben@');
  const sent = await run('send', '1', '--email', 'gone@example.test');
  expect([sent.code, sent.stdout]).toEqual([1, expect.stringContaining('Refused for gone@')]);
  // A failed recipient of an earlier send does not affect the exit code.
  expect((await run('send', '1', '--email', 'ben@example.test')).code).toBe(0);
  expect(await end()).toBe(0);
});

test('send --silent sends no mail, and an unsubscribed recipient is reported', async () => {
  const { folder, run, mail, end } = await besideServe();
  await run('upload', await writeApk(folder), '--activate');
  const silent = await run('send', '1', '--team', 'QA', '--email', 'ben@example.test', '--silent');
  expect([silent.code, silent.stdout]).toEqual([
    0,
    'The messages about Notes 1.2.0 for 1 team, 1 address were not mailed.\nNot mailed to 2 people: Access was given without mail.\n',
  ]);
  expect([silent.stderr, mail.received]).toEqual([expect.not.stringContaining('mail server'), []]);
  expect((await run('send', '1', '--team', 'QA')).stdout).toBe('Notes 1.2.0 was mailed to 1 team.\n');
  const message = mail.received[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '';
  const [, path = ''] =
    /^List-Unsubscribe:\s*<https:\/\/builds\.example\.test(\/[^>]+)>/im.exec(message) ?? [];
  const status = JSON.parse((await run('service', 'status', '--json')).stdout) as { url: string };
  const declined = await fetch(`${status.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(declined.status).toBe(200);
  const again = await run('send', '1', '--team', 'QA', '--email', 'ben@example.test');
  expect([again.code, again.stdout]).toEqual([
    0,
    'Notes 1.2.0 was mailed to 1 team, 1 address.\nNot mailed to ada@example.test: The recipient receives no mail about this app.\n',
  ]);
  expect(mail.received.flatMap(({ to }) => to)).toEqual(['ada@example.test', 'ben@example.test']);
  expect(await end()).toBe(0);
});

test('a message that waits while the service is killed is sent once', async () => {
  const opening = Promise.withResolvers<void>();
  const { dataDir, folder, run, mail, owner } = await besideServe({ acceptAfter: opening.promise });
  await run('upload', await writeApk(folder), '--activate');
  const words = ['send', '1', '--team', 'QA', '--send-anyway', '--data-dir', dataDir];
  const sending = startSlipway(words, { SLIPWAY_SMTP_PASSWORD: mailLogin.password });
  await sending.until('stderr', 'Waiting until they are mailed');
  owner.signal('SIGKILL');
  await owner.ended;
  opening.resolve();
  const sent = await sending.ended;
  expect([sent.code, sent.stdout]).toEqual([0, 'Notes 1.2.0 was mailed to 1 team.\n']);
  // If the service is killed while it sends a message, the message may arrive twice with the same id.
  const messages = mail.received.map(({ raw }) => /^Message-ID: .*$/im.exec(raw)?.[0]);
  expect(new Set(messages).size).toBe(1);
});

test('upload exits with 1 when the mail server rejects the password', async () => {
  const { folder, run, mail } = await besideServe({ password: () => 'another' });
  const uploaded = await run('upload', await writeApk(folder), '--activate', '--team', 'QA');
  expect([uploaded.code, uploaded.stdout]).toEqual([
    1,
    expect.stringMatching(/1 message still waits to be mailed\. .*did not accept the sign-in/),
  ]);
  expect(mail.loginNames).toHaveLength(1);
});
