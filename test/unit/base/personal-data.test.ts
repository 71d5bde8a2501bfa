import { describe, expect, test } from 'vitest';
import { withoutPersonalData } from '../../../main/base/log/personal-data.ts';

describe('withoutPersonalData', () => {
  test.each([
    [
      '550 5.1.1 <ann.lee@example.org>: Recipient address rejected: ann.lee is unknown',
      'ann.lee',
      'example.org',
    ],
    ['RCPT TO:<Ann@example.org> ORCPT=rfc822;Ann+40example.org', 'Ann', 'example.org'],
    ['bounces-ann=example.org@lists.example.net refused', 'ann', 'example'],
    ['GET /people?email=ann%40example.org failed', 'ann', 'example'],
    ['{"to":"\\"Ann Lee\\"@example.org"}', 'Ann', 'example'],
    ["552 mailbox of 'ann@example.org' is full", 'ann', 'example'],
    ['550 jörg@bücher.example: no such user jörg.', 'jörg', 'bücher'],
    ['Sign-in refused {"user":"Ann \\"A\\" Lee","client":"ci-machine"}', 'Ann', 'ci-machine'],
  ])('removes names and addresses from %s', (text, ...names) => {
    const shown = withoutPersonalData(text);
    for (const name of names) expect(shown).not.toContain(name);
    expect(shown).toContain('[left out]');
  });

  test('removes the names and local parts of addresses in its argument', () => {
    const shown = withoutPersonalData('550 ann cannot receive; Ann Lee is away', [
      'ann@example.org',
      'Ann Lee',
    ]);
    expect(shown).toBe('550 [left out] cannot receive; [left out] is away');
  });

  test('keeps text without personal data', () => {
    const text = 'at /srv/node_modules/@scope/part/index.js:10:5 {"from":"queued","to":"sent","id":7}';
    expect(withoutPersonalData(text)).toBe(text);
  });
});
