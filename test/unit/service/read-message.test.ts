import { expect, test } from 'vitest';
import type { Language } from '../../../main/messages/locale.ts';
import { translatorOf } from '../../../main/messages/translator.ts';
import { composeMail, type MailTemplate } from '../../../main/service/mail/compose.ts';
import type { MailElement } from '../../../main/service/mail/mail-page.ts';
import { readMessage } from '../../../main/service/mail/outbox.ts';
import type { VersionRecord } from '../../../main/service/storage/records.ts';
import { readMail } from '../../contract/service/mail-reader.ts';

const version: VersionRecord = {
  id: 1,
  applicationId: 1,
  applicationName: 'Feldnotizen – für Größe & <b>Mut</b> 🎒',
  linkToken: 'token',
  kind: 'apk',
  platform: 'android',
  packageId: 'org.example.notes',
  versionName: '2.4.1',
  build: '1187',
  minOs: null,
  fileName: 'notes.apk',
  fileSize: 1_234_567,
  sha256: 'ab',
  isActive: true,
  releaseNote: `Zeile eins = gut\n<script>alert(1)</script>\n${'lang '.repeat(60)}`,
  releaseNoteHtml: '<p>Zeile eins = gut</p>',
  lastSendAt: null,
  uploadedAt: 0,
  updatedAt: 0,
  members: [],
};

async function compose(
  language: Language = 'en',
  facts: Partial<VersionRecord> = {},
  devices: MailTemplate['devices'] = [],
): Promise<string> {
  const raw = await composeMail({
    version: { ...version, ...facts },
    icon: { type: 'image/png', bytes: Buffer.from('a picture') },
    recipient: { email: 'ada@example.org', name: 'Ada Çelik' },
    devices,
    installLink: 'http://127.0.0.1:5000/install/abc',
    unsubscribeLink: 'http://127.0.0.1:5000/install/abc/unsubscribe',
    translator: translatorOf(language),
    sender: 'Slipway <slipway@localhost>',
    at: Date.UTC(2026, 10, 21, 8, 30),
  });
  return raw.toString('utf8');
}

test('readMessage agrees with another mail parser', async () => {
  const raw = await compose();
  const read = await readMessage(raw);
  const other = readMail(raw);
  expect(read.text).toBe(other.text.trim());
  expect(read.text).toContain('Hello Ada Çelik,');
  expect(read.text).toContain('<script>alert(1)</script>');
  expect(read.text).toContain('http://127.0.0.1:5000/install/abc');
  expect(read).toMatchObject({
    from: other.headers.get('from'),
    to: 'Ada Çelik <ada@example.org>',
    subject: other.headers.get('subject'),
    date: 'Sat, 21 Nov 2026 08:30:00 +0000',
    icon: `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`,
  });
});

test('readMessage returns HTML elements with decoded text, without styles', async () => {
  const { page } = await readMessage(await compose());
  expect(page).toMatchObject({ tag: 'body', className: 'mail' });
  const all = elementsOf(page);
  const texts = all.flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  expect(texts).toContain('Feldnotizen – für Größe & <b>Mut</b> 🎒');
  expect(texts).toContain('Zeile eins = gut');
  expect(all.find(({ tag }) => tag === 'h1')?.style['margin']).toBeDefined();
  expect(all.map(({ tag }) => tag)).not.toContain('style');
});

function elementsOf(element: MailElement | null): readonly MailElement[] {
  if (element === null) return [];
  const below = element.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child)));
  return [element, ...below];
}

test('readMessage accepts invalid and truncated messages', async () => {
  const empty = { from: '', to: '', subject: '', date: '', icon: null, page: null };
  expect(await readMessage('')).toEqual({ ...empty, text: '' });
  expect(await readMessage('no message\nat all')).toEqual({ ...empty, text: '' });
  expect(await readMessage(`Content-Type: multipart/mixed; boundary="a"\r\n\r\n--a`)).toEqual({
    ...empty,
    text: '',
  });
  const raw = await compose();
  for (let length = 0; length < raw.length; length += 97) await readMessage(raw.slice(0, length));
  const boxes = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary="${at}"\r\n\r\n--${at}\r\n`,
  );
  expect((await readMessage(boxes.join(''))).text).toBe('');
});

test.each(['en', 'de', 'fr', 'tr'] as const)(
  'a message in %s names the registered devices',
  async (language) => {
    const devices = ['iPhone15,2', 'iPad13,1'].map((product) => ({ product, isListed: true }));
    const { text } = await readMessage(await compose(language, {}, devices));
    expect(text).toContain('(iPhone15,2, iPad13,1)');
  },
);

test('readMessage does not derive the text from the HTML', async () => {
  const raw = 'Subject: a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>hidden</p>';
  expect(await readMessage(raw)).toMatchObject({ subject: 'a', text: '' });
});

test.each([
  ['en', 'Notes is ready to install', 'Notes 1187 is ready to install', 'Version:'],
  ['de', 'Notes steht zur Installation bereit', 'Notes 1187 steht zur Installation bereit', 'Version:'],
  ['fr', 'Nouvelle version à installer : Notes', 'Nouvelle version à installer : Notes 1187', 'Version :'],
  ['tr', 'Notes kurulmaya hazır', 'Notes 1187 kurulmaya hazır', 'Sürüm:'],
] as const)(
  'a message in %s shows the build number if no version name is known',
  async (language, none, numbered, fact) => {
    const facts = { applicationName: 'Notes', versionName: null, releaseNote: null };
    const written = async (
      build: string | null,
    ): Promise<{ readonly subject: string; readonly text: string }> => {
      const { subject, text } = await readMessage(await compose(language, { ...facts, build }));
      return { subject: subject.replaceAll('\u00a0', ' '), text: text.replaceAll('\u00a0', ' ') };
    };
    const bare = await written(null);
    expect(bare.subject).toBe(none);
    expect(bare.text).not.toContain(fact);
    const withNumber = await written('1187');
    expect(withNumber.subject).toBe(numbered);
    expect(withNumber.text).toContain(`${fact} 1187`);
  },
);
