import dns from 'node:dns';
import { expect, onTestFinished, test } from 'vitest';
import { startDnsServer, type Zone } from '../../fakes/dns-server.ts';
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

async function checkMail(zone: Zone, ...words: readonly string[]) {
  const servers = dns.getServers();
  onTestFinished(() => dns.setServers(servers));
  const { address, stop } = await startDnsServer(zone);
  onTestFinished(stop);
  dns.setServers([address]);
  return slipwayHere(['service', 'mail', 'check', ...words, '--data-dir', await temporaryFolder()]);
}

const sender = 'Builds <builds@example.org>';
const goodZone: Zone = {
  'example.org': ['v=spf1 mx -all'],
  '_dmarc.example.org': ['v=DMARC1; p=reject'],
};

test('service mail check prints what to correct and exits with 1', async () => {
  const good = await checkMail(goodZone, sender);
  expect(good.stdout.split('\n').map((line) => line.slice(0, 17))).toEqual([
    ...['ok         SPF: e', 'not known  DKIM: ', '           Open t', 'ok         DMARC:'],
    ...['ok         Gmail ', 'not known  Gmail ', ''],
  ]);
  expect(good.code).toBe(0);
  const bad = await checkMail({ 'example.org': null }, sender, '--selector', 's1');
  expect(bad.stdout).toContain('PROBLEM    SPF: example.org has no record.\n           Publish the TXT');
  expect(bad.code).toBe(1);
});

test('service mail check prints its findings as JSON', async () => {
  const { stdout } = await checkMail(goodZone, sender, '--json');
  const { findings, ...report } = JSON.parse(stdout);
  expect(report).toEqual({ domain: 'example.org', selector: null });
  expect(findings[0]).toEqual({
    ...{ about: 'spf', level: 'ok', action: null },
    text: expect.stringContaining('example.org has a valid record'),
  });
});

test('service mail check exits with 4 when DNS does not answer', async () => {
  const failed = await checkMail({ 'example.org': 'fail', '_dmarc.example.org': 'fail' }, sender);
  expect([failed.code, failed.stdout]).toEqual([4, '']);
  expect(failed.stderr).toContain('DNS does not answer for example.org');
});

test('service mail check requires a sender and a valid selector', async () => {
  expect((await checkMail(goodZone)).code).toBe(2);
  expect((await checkMail(goodZone, sender, '--selector', 'a b')).code).toBe(2);
});
