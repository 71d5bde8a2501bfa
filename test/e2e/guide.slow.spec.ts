/** The guide that helps to make the built-in service reachable for phones. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { issueAuthority, issueCertificate } from '../../main/service/tls/issue.ts';
import { startDnsServer, type Zone } from '../fakes/dns-server.ts';
import { violations } from './accessibility-checks.ts';
import { test as base, everywhere, expect, inTab, tabIsEnough } from './fixtures.ts';
import { type MailServer, withMailServer } from './mail-server.ts';
import { goTo, openAdvanced, openPart, openToAnyone, useBuiltIn } from './user-actions.ts';

const day = 86_400_000;

async function openGuide(page: Page): Promise<Locator> {
  await goTo(page, 'Built-in service');
  await page
    .getByRole('button', { name: /^(Let phones install|Change access)…$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Who can install' })).toBeVisible();
  return dialog;
}

async function next(dialog: Locator, heading: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeFocused();
}

async function portOf(page: Page): Promise<string> {
  const text = (await page.locator('.link-text').textContent()) ?? '';
  return /:(\d+)$/.exec(text.trim())?.[1] ?? '';
}

/** Returns the response status for an iPhone that trusts the certificate authority `ca`. */
async function fetchStatus(url: string, ca: string): Promise<number | undefined> {
  const request = get(url, { ca, agent: false, headers: { 'user-agent': 'iPhone' } });
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

type Fixtures = {
  readonly mail: MailServer;
  /** Zone of the DNS server that programs started by the test use. */
  readonly zone: Record<string, Zone[string]>;
};

const test = base.extend<Fixtures>({
  zone: async ({ dataDir: _ }, use) => {
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const p = key.export({ format: 'der', type: 'spki' }).toString('base64');
    const zone: Fixtures['zone'] = {
      'example.org': ['v=spf1 include:mail.example.net ~all'],
      'mail.example.net': ['v=spf1 ip4:192.0.2.1 -all'],
      's1._domainkey.example.org': [`v=DKIM1; p=${p}`],
    };
    const { address, stop } = await startDnsServer(zone);
    const code = `import dns from 'node:dns'; dns.setServers(['${address}'])`;
    process.env['NODE_OPTIONS'] = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    await use(zone);
    delete process.env['NODE_OPTIONS'];
    stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
  mail: async ({}, use) => withMailServer(use),
});

test('the guide restores saved steps and typed text', tabIsEnough, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const dialog = await openGuide(page);
  const address = `https://localhost:${await portOf(page)}`;
  await openToAnyone(dialog, 'builds.example.org');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByLabel('Public address')).toBeFocused();
  await expect(dialog.getByLabel('Public address')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Public address').fill(address);
  await openAdvanced(dialog);
  await dialog.getByLabel('Connections use').selectOption('A certificate that Slipway creates');
  await next(dialog, 'Mail');
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByLabel('Sender').fill('left@example.org');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await openGuide(page);
  await expect(dialog.getByLabel('Public address')).toHaveValue(address);
  await next(dialog, 'Mail');
  await expect(dialog.getByLabel('Sender')).toHaveValue('left@example.org');
});

/** Fills in an https address of this computer and opens the last step. Returns the address. */
async function tryEncrypted(page: Page, dialog: Locator): Promise<string> {
  const address = `https://localhost:${await portOf(page)}`;
  await openToAnyone(dialog, address);
  await openAdvanced(dialog);
  await dialog.getByLabel('Connections use').selectOption('A certificate that Slipway creates');
  await next(dialog, 'Mail');
  await next(dialog, 'Try it');
  return address;
}

test('the guide reports when a device opens the new service', everywhere, async ({ slipway: { page } }) => {
  await useBuiltIn(page);
  const dialog = await openGuide(page);
  const address = await tryEncrypted(page, dialog);
  const checks = dialog.getByRole('list', { name: 'What was checked' });
  await expect(checks).toContainText(`The service answers at ${address}.`);
  await expect(checks).toContainText(/The certificate of “Slipway on .+” is for this address/);
  await expect(checks).toContainText('Phones trust it once they have installed this authority');
  await expect(checks).toContainText('No phone has opened the service yet');
  await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  const trust = dialog.locator('.address', {
    has: page.getByRole('img', { name: /installs the authority$/ }),
  });
  const authorityPage = (await trust.locator('.link-text').textContent()) ?? '';
  const der = await (await fetch(`${authorityPage}/slipway-authority.crt`)).arrayBuffer();
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
  expect(await fetchStatus(`${address}/`, pem)).toBe(200);
  await expect(checks).toContainText('127.0.0.1 opened the service at');
  expect(await violations(page), 'what was checked').toEqual([]);
});

test('the guide sends a test message through the mail server', everywhere, async ({ slipway, mail }) => {
  const { page } = slipway;
  await useBuiltIn(page);
  const dialog = await openGuide(page);
  const address = await tryEncrypted(page, dialog);
  const checks = dialog.getByRole('list', { name: 'What was checked' });
  await expect(checks).toContainText('Only this computer reaches that address.');
  await checks.getByRole('button', { name: 'Go to “Mail”' }).click();
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByLabel('Provider').selectOption('Gmail');
  await expect(dialog.getByLabel('Mail server')).toHaveValue('smtp.gmail.com');
  await expect(dialog.getByText('Gmail accepts only an app password.')).toBeVisible();
  await dialog.getByLabel('Mail server').fill('127.0.0.1');
  await expect(dialog.getByLabel('Provider')).toHaveValue('');
  await dialog.getByLabel('Port').fill(String(mail.port));
  await dialog.getByLabel('Encryption').selectOption('If the server offers it');
  await dialog.getByLabel('Sender').fill('Builds <builds@example.org>');
  await dialog.getByLabel('Send a test message to').fill('ada@example.org');
  await dialog.getByRole('button', { name: 'Send test message' }).click();
  await expect(dialog.getByText('accepted a test message for ada@example.org')).toBeVisible();
  expect(mail.received).toEqual(['ada@example.org']);
  await next(dialog, 'Try it');
  await expect(checks).toContainText(`The mail server 127.0.0.1:${mail.port} answers.`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.link-text').last()).toContainText(address);
});

test('the mail server dialog shows how receivers treat the sender', inTab, async ({ zone, mail, start }) => {
  const { page } = await start();
  await useBuiltIn(page);
  await goTo(page, 'Built-in service');
  await openPart(page, 'Outbox');
  await page.getByRole('button', { name: 'Set up mail…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Messages to testers').selectOption('server');
  await dialog.getByLabel('Mail server').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(mail.port));
  await dialog.getByLabel('Encryption').selectOption('If the server offers it');
  await dialog.getByLabel('Sender').fill('Builds <builds@example.org>');
  await dialog.getByLabel('Send a test message to').fill('ada@example.org');
  await dialog.getByLabel('Send a test message to').press('Enter');
  const findings = dialog
    .getByRole('list', { name: 'How receivers treat mail of example.org' })
    .getByRole('listitem');
  await expect(findings).toContainText([
    'SPF: example.org has a valid record',
    'DKIM: not known',
    'DMARC: example.org has no record.',
    'The records allow it.',
    'They may reject bulk mail of this domain.',
  ]);
  expect(await violations(page), 'checks of the sender').toEqual([]);

  const selector = dialog.getByLabel('DKIM selector');
  await selector.fill('not a name');
  await selector.press('Enter');
  await expect(selector).toHaveAccessibleDescription(/Enter a DNS name/);
  zone['_dmarc.example.org'] = ['v=DMARC1; p=none'];
  await selector.fill('s1');
  await selector.press('Enter');
  await expect(findings.nth(1)).toContainText('DKIM: example.org has a valid key for the selector s1.');
  await expect(findings.nth(2)).toContainText('DMARC: the record of example.org is valid.');
  zone['example.org'] = null;
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(findings.nth(0)).toContainText('SPF: example.org has no record.');
});

test(
  'the guide rejects a key that belongs to another certificate',
  tabIsEnough,
  async ({ start, folder }) => {
    const validity = { from: Date.now() - day, until: Date.now() + 30 * day };
    const names = ['localhost', '127.0.0.1'];
    const authority = await issueAuthority('Our authority', names, validity);
    const at = (name: string): string => join(folder, name);
    const { cert, key } = await issueCertificate(authority, names, validity);
    await writeFile(at('cert.pem'), `${cert}\n${authority.cert}`);
    await writeFile(at('key.pem'), key);
    await writeFile(at('other.pem'), authority.key);

    const first = await start();
    await useBuiltIn(first.page);
    let dialog = await openGuide(first.page);
    const address = `https://localhost:${await portOf(first.page)}`;
    await openToAnyone(dialog, address);
    await openAdvanced(dialog);
    await dialog.getByLabel('Connections use').selectOption('A certificate of your own');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByText('Enter the full path of the file.')).toHaveCount(2);
    await dialog.getByLabel('Certificate file').fill(at('cert.pem'));
    await dialog.getByLabel('Private key file').fill(at('other.pem'));
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByLabel('Private key file')).toBeFocused();
    await expect(dialog.getByLabel('Private key file')).toHaveAccessibleDescription(
      /other\.pem cannot be used for TLS: the private key does not belong to the certificate/,
    );
    await expect(dialog.getByLabel('Certificate file')).not.toHaveAttribute('aria-invalid');
    expect(await violations(first.page), 'a wrong key').toEqual([]);
    await dialog.getByLabel('Private key file').fill(at('key.pem'));
    await next(dialog, 'Mail');
    await next(dialog, 'Try it');
    const checks = dialog.getByRole('list', { name: 'What was checked' });
    await expect(checks).toContainText('phones do not trust its issuer “Our authority (servers)”');
    const untrusted = checks.getByRole('listitem').filter({ hasText: 'do not trust its issuer' });
    await expect(untrusted.getByRole('button', { name: 'Go to “Who can install”' })).toBeVisible();
    expect(await fetchStatus(`${address}/`, authority.root)).toBe(200);
    await expect(checks).toContainText('127.0.0.1 opened the service at');
    await first.stop();

    const { page } = await start();
    dialog = await openGuide(page);
    await expect(dialog.getByLabel('Private key file')).toHaveValue(at('key.pem'));
    await expect(dialog.getByText(/^For localhost.*issued by Our authority \(servers\)\.$/)).toBeVisible();
    expect(await fetchStatus(`${address}/`, authority.root)).toBe(200);
  },
);
