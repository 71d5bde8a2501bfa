/** Telling people from the command line: questions before, and what became of the mail after. */
import { expect, test } from 'vitest';
import { mailLogin, reply, startMailServer } from '../../contract/service/mail-server.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { writeApk, writeIpa } from './builds.ts';
import { slipwayHere } from './run-here.ts';
import { startSlipway } from './run-slipway.ts';

const outside = ['--public-url', 'https://builds.example.test'];

/** A running `serve` with a team QA of one, and a version 1; mail goes through `refuse`. */
async function besideServe(
  options: Parameters<typeof startMailServer>[0] = {},
  reach: readonly string[] = outside,
) {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  const mail = await startMailServer(options);
  const run = (...words: readonly string[]) =>
    slipwayHere([...words, '--data-dir', dataDir], { SLIPWAY_SMTP_PASSWORD: mailLogin.password });
  const server = ['--smtp-host', '127.0.0.1', '--smtp-port', String(mail.port), '--tls', 'never'];
  await run('service', 'mail', ...server, '--smtp-user', mailLogin.userName, '--from', 'builds@example.test');
  const owner = startSlipway(['serve', '--no-ui', ...reach, '--data-dir', dataDir]);
  await owner.until('stdout', 'Service: ');
  await run('service', 'people', 'add-team', 'QA');
  await run('service', 'people', 'add-member', 'ada@example.test', '--team', 'QA');
  const end = async () => {
    owner.signal('SIGINT');
    return (await owner.ended).code;
  };
  return { dataDir, folder, run, mail, owner, end };
}

test('a build no device installs, and a link only this computer opens, are sent with --send-anyway only', async () => {
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

test('upload prints the warnings it knows', async () => {
  const { folder, run, end } = await besideServe();
  const uploaded = await run('upload', await writeIpa(folder), '--activate');
  expect([uploaded.code, uploaded.stdout]).toEqual([
    0,
    expect.stringContaining('  warning: Not signed: without a provisioning profile'),
  ]);
  expect(await end()).toBe(0);
});

test('mail that was given up ends upload and send with 1, and is named', async () => {
  const refuse = (to: string) => (to.startsWith('gone') ? reply('550 5.1.1 No such user') : null);
  const { folder, run, end } = await besideServe({ refuse });
  const people = ['--email', 'gone@example.test,ben@example.test'];
  const uploaded = await run('upload', await writeApk(folder), '--activate', ...people);
  expect([uploaded.code, uploaded.stdout]).toEqual([
    1,
    expect.stringMatching(/Not delivered to gone@example\.test: .*No such user/),
  ]);
  expect(uploaded.stdout).not.toContain('delivered to ben@');
  const sent = await run('send', '1', '--email', 'gone@example.test');
  expect([sent.code, sent.stdout]).toEqual([1, expect.stringContaining('Not delivered to gone@')]);
  // Whom an earlier send did not reach is no failure of this one.
  expect((await run('send', '1', '--email', 'ben@example.test')).code).toBe(0);
  expect(await end()).toBe(0);
});

test('what the running service has sent is not sent again when it ends before the mail has left', async () => {
  const opening = Promise.withResolvers<void>();
  const { dataDir, folder, run, mail, owner } = await besideServe({ opening: opening.promise });
  await run('upload', await writeApk(folder), '--activate');
  const words = ['send', '1', '--team', 'QA', '--send-anyway', '--data-dir', dataDir];
  const sending = startSlipway(words, { SLIPWAY_SMTP_PASSWORD: mailLogin.password });
  await sending.until('stderr', 'Waiting until they leave');
  owner.signal('SIGKILL');
  await owner.ended;
  opening.resolve();
  const sent = await sending.ended;
  expect([sent.code, sent.stdout]).toEqual([0, 'Notes 1.2.0 was sent to 1 team.\n']);
  // A message on its way when a service dies may arrive twice, as the same message.
  const messages = mail.received.map(({ raw }) => /^Message-ID: .*$/im.exec(raw)?.[0]);
  expect(new Set(messages).size).toBe(1);
});

test('mail that a wrong password holds ends upload with 1, and says what to mend', async () => {
  const { folder, run, mail } = await besideServe({ password: () => 'another' });
  const uploaded = await run('upload', await writeApk(folder), '--activate', '--team', 'QA');
  expect([uploaded.code, uploaded.stdout]).toEqual([
    1,
    expect.stringMatching(/1 message still waits to be delivered\. .*did not accept the sign-in/),
  ]);
  expect(mail.signIns).toHaveLength(1);
});
