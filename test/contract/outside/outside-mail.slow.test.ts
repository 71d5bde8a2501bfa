/** Mail as a real mail server receives it and a public mail parser reads it. */
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../main/messages/text.ts';
import type { ServiceOptions, SmtpSettings } from '../../../main/service/service.ts';
import { inEnglish } from '../../english.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { makeCertificate, makeSelfSigned } from '../../unit/api/certificates.ts';
import { withActiveVersion } from '../service/active-version.ts';
import { type MailServerOptions, mailLogin, smtpSettings, startMailServer } from '../service/mail-server.ts';
import { sampleApk, sampleIpa } from '../service/service-host.ts';

/**
 * Starts a service that mails through `smtp`, with one active version. The returned `send` throws unless the
 * service accepts the request.
 */
async function prepare(
  smtp: SmtpSettings,
  build: Parameters<typeof withActiveVersion>[1] = {},
  options: Partial<ServiceOptions> = {},
) {
  const { host, send } = await withActiveVersion({ ...options, smtp }, build);
  return { host, send: async (body: unknown) => expect((await send(body)).status).toBe(200) };
}

/** Returns the failure of a message after one attempt. */
async function refusal(settings: SmtpSettings): Promise<string> {
  const { host, send } = await prepare(settings);
  await send({ emails: ['ann@example.com'] });
  const attempts = async () => (await host.service.outbox.list())[0]?.attempts;
  await expect.poll(attempts).toBe(1);
  const [message] = await host.service.outbox.list();
  expect(message?.state).toBe('waiting');
  expect(host.lines.join('\n')).not.toContain(mailLogin.password);
  return message?.failure ? textOf(message.failure) : '';
}

function linksIn(text: string): readonly string[] {
  return [...new Set(text.match(/https?:\/\/[^\s"<>]+/g))];
}

function header(mail: Email, name: string): readonly string[] {
  return mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
}

describe('TLS', () => {
  const ways: readonly [string, MailServerOptions['tls'], Partial<SmtpSettings>][] = [
    ['required STARTTLS', 'offered', { requireTls: true }],
    ['optional STARTTLS', 'offered', { plainText: undefined }],
    ['implicit TLS', 'always', { secure: true }],
  ];

  test.each(ways)('delivers mail encrypted and authenticated with %s', async (_name, tls, changes) => {
    const certificate = await makeSelfSigned();
    const server = await startMailServer({ tls: tls ?? 'never', certificate });
    const certificateAuthorities = [certificate.cert.toString()];
    const smtp = smtpSettings(server.port, { ...changes, certificateAuthorities });
    const { host, send } = await prepare(smtp);
    await send({ emails: ['ann@example.com'] });
    await host.service.idle();
    expect(server.received).toMatchObject([
      { from: 'builds@example.com', to: ['ann@example.com'], secure: true, user: mailLogin.userName },
    ]);
  });

  test.each(ways)('rejects a self-signed certificate with %s', async (_name, tls, changes) => {
    const server = await startMailServer({ tls: tls ?? 'never', certificate: await makeSelfSigned() });
    expect(inEnglish(await refusal(smtpSettings(server.port, changes)))).toMatch(
      /^The mail server 127\.0\.0\.1:\d+ is not trusted: its certificate is self-signed; /,
    );
    expect(inEnglish(server)).toMatchObject({ received: [], loginNames: [] });
  });

  test('rejects a certificate for another host name', async () => {
    const { authority, ...certificate } = await makeCertificate('DNS:mail.example.com');
    const server = await startMailServer({ tls: 'always', certificate });
    const smtp = smtpSettings(server.port, { secure: true, certificateAuthorities: [authority] });
    expect(inEnglish(await refusal(smtp))).toMatch(
      /is not trusted: its certificate belongs to a different address; /,
    );
    expect(inEnglish(server)).toMatchObject({ received: [], loginNames: [] });
  });

  test('is enforced before any message is sent when the settings require it', async () => {
    const server = await startMailServer();
    expect(inEnglish(await refusal(smtpSettings(server.port, { requireTls: true })))).toMatch(
      /^No encrypted connection to the mail server 127\.0\.0\.1:\d+ is possible: /,
    );
    expect(inEnglish(await refusal(smtpSettings(server.port, { secure: true })))).toMatch(
      /^No encrypted connection/,
    );
    expect(inEnglish(server)).toMatchObject({ received: [], loginNames: [] });
  });
});

test('a message waits while the mail server rejects the password', async () => {
  const server = await startMailServer();
  expect(inEnglish(await refusal(smtpSettings(server.port, { password: 'wrong' })))).toMatch(
    /^The mail server 127\.0\.0\.1:\d+ did not accept the sign-in: .*535/,
  );
  expect(inEnglish(server)).toMatchObject({ received: [], loginNames: [mailLogin.userName] });
});

test('a mail parser reads every part of a message', async () => {
  const server = await startMailServer();
  const note = 'Faster start.\n\n• Größe & <Ordnung>\n• 日本語 🚢\n\tindented';
  const { host, send } = await prepare(
    smtpSettings(server.port),
    { bytes: await sampleIpa({ name: 'Feldnotizen 🚢', version: '2.5' }), releaseNote: note },
    { clock: createFakeClock(Date.UTC(2026, 10, 21, 8, 30)) },
  );
  const ann = await host.service.people.createMember({ email: 'ann@example.com', name: 'Ann Ørsted' });
  await send({ memberIds: [ann.id], emails: ['ben@example.com'] });
  await host.service.idle();
  const messages = await host.service.outbox.list();
  const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
  const mail = mails.find(({ to }) => to?.[0]?.address === 'ann@example.com');
  if (!mail) throw new Error('Ann received no mail');
  const { to, from, subject, messageId, date } = mail;
  expect({ to, from, subject, messageId, date }).toEqual({
    to: [{ name: 'Ann Ørsted', address: 'ann@example.com' }],
    from: { name: 'Builds', address: 'builds@example.com' },
    subject: 'Feldnotizen 🚢 2.5 (1200) is ready to install',
    messageId: expect.stringMatching(/^<[^<>@\s]+@example\.com>$/),
    date: '2026-11-21T08:30:00.000Z',
  });
  for (const name of ['date', 'message-id', 'from', 'to', 'subject', 'mime-version']) {
    expect(header(mail, name)).toHaveLength(1);
  }
  expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
  expect(header(mail, 'content-type')[0]).toMatch(/^multipart\/alternative;/);

  const link = messages.find(({ to }) => to === 'ann@example.com')?.installLink ?? '';
  expect([linksIn(mail.text ?? ''), linksIn(mail.html ?? '')]).toEqual(
    Array(2).fill([link, `${link}/unsubscribe`]),
  );
  expect((await fetch(link)).status).toBe(200);
  for (const part of [mail.text, mail.html]) {
    for (const text of ['Feldnotizen 🚢', '2.5 (1200)', 'iOS', 'kB', 'Hello Ann Ørsted', '日本語 🚢']) {
      expect(part).toContain(text);
    }
  }
  const icons = [
    { mimeType: 'image/png', disposition: 'inline', related: true, contentId: '<icon@slipway>' },
  ];
  expect(mail).toMatchObject({
    text: expect.stringContaining(note),
    html: expect.stringContaining('Größe &amp; &lt;Ordnung&gt;'),
    attachments: icons,
  });
  expect(mail.html).toContain('background="cid:icon@slipway"');
  const shownInLists = mail.html?.replaceAll(/<head.*?<\/head>|<[^>]*>/gs, '').trim();
  expect(shownInLists).toMatch(
    /^Hello Ann Ørsted,\s+A new version of Feldnotizen 🚢 is ready to install\.\s/,
  );
  expect(mail.html).not.toMatch(/display: ?none/);
  const icon = mail.attachments[0]?.content;
  expect(icon instanceof ArrayBuffer && Buffer.from(icon).subarray(0, 8).toString('latin1')).toBe(
    '\x89PNG\r\n\x1a\n',
  );
  const ids = mails.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(2);
  for (const { raw } of server.received) {
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  }
});

test('hostile names and notes add no header, recipient or markup', async () => {
  const server = await startMailServer();
  const evil = 'Evil\r\nBcc: victim@example.com\r\n\r\n<script>x</script>"\u202egpj.apk\u2028\u0000';
  const { host, send } = await prepare(smtpSettings(server.port), {
    bytes: await sampleApk({ name: `${evil}${'long '.repeat(2_000)}`, version: '1\r\nX-Evil: 1' }),
    releaseNote:
      '.\r\n.\r\nQUIT\r\nRCPT TO:<victim@example.com>\r\n\r\nBcc: victim@example.com\r\n</p><img src=x onerror=1>',
  });
  const name = '"; DROP <victim@example.com>, x \u202e\u2028=?utf-8?Q?=0D=0ABcc:_victim@example.com?=';
  const ann = await host.service.people.createMember({ email: 'ann+x@example.com', name });
  await send({ memberIds: [ann.id] });
  await host.service.idle();
  expect(server.received.map(({ to }) => to)).toEqual([['ann+x@example.com']]);
  const mail = await PostalMime.parse(server.received[0]?.raw ?? '');
  expect([...new Set(mail.headers.map(({ key }) => key))].sort()).toEqual(
    [
      ...[
        'auto-submitted',
        'content-language',
        'content-type',
        'date',
        'from',
        'list-unsubscribe',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ],
      'x-auto-response-suppress',
    ].sort(),
  );
  expect(mail.headers).toHaveLength(11);
  expect(mail.to).toHaveLength(1);
  expect(mail.to?.[0]?.address).toBe('ann+x@example.com');
  expect(mail.subject).toMatch(
    /^Evil Bcc: victim@example\.com <script>x<\/script>" gpj\.apk long .*… 1 X-Evil: 1 /,
  );
  expect(mail.subject?.length).toBeLessThan(160);
  expect(mail.html).not.toMatch(/<script|<img src=x/);
  expect(mail.html).not.toContain('\u0000');
  expect(mail.text).toContain('RCPT TO:<victim@example.com>');
  expect(mail.attachments).toHaveLength(1);
});
