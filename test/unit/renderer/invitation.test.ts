import { expect, test } from 'vitest';
import { firstUserLines } from '../../../main/cli/commands/service/first-user.ts';
import { linkAddress } from '../../../main/shell/links.ts';
import { invitationLink, parseInvitation } from '../../../renderer/logic/drafts/invitation.ts';

const user = { userName: 'slipway', password: 'a b:c', clientId: 'slipway-desktop', clientSecret: 's=1' };

test('the output of `slipway serve` fills all fields', () => {
  const text = ['Service: https://192.168.1.20:8443', ...firstUserLines(user), 'Page:    http://x'].join(
    '\n',
  );
  expect(parseInvitation(text)).toEqual({ baseUrl: 'https://192.168.1.20:8443', ...user });
  expect(parseInvitation(text.replaceAll('\n', '\r\n'))?.password).toBe('a b:c');
});

test('an invitation link fills in the address and user name, but no secrets', () => {
  const link = invitationLink('https://builds.example.org', 'Ada & Ben');
  const expected = { baseUrl: 'https://builds.example.org', userName: 'Ada & Ben' };
  expect(parseInvitation(link)).toEqual(expected);
  expect(parseInvitation(linkAddress(link) ?? '')).toEqual(expected);
  expect(parseInvitation(`${link}&password=x&__proto__=y`)).toEqual(expected);
});

test.each([
  '',
  'correct horse battery staple',
  'password hunter2',
  'https://builds.example.org',
  'slipway://account?user=ada',
  '#/uploads/1',
  `slipway://account?url=${'a'.repeat(5_000)}`,
])('other text is not an invitation: %j', (text) => {
  expect(parseInvitation(text)).toBeNull();
});
