import { expect, onTestFinished, test } from 'vitest';
import { createSessions } from '../../../main/api/sessions.ts';
import { systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import type { Account } from '../../../main/settings/settings-schema.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { accountAt, credentials, reply, serverOf, withToken } from './api-world.ts';

function start(first: Account) {
  const redactor = new Redactor();
  let accounts: readonly Account[] = [first];
  const passwords: string[] = [];
  let password = credentials.password;
  const sessions = createSessions({
    accounts: () => accounts,
    credentials: async () => {
      passwords.push(password);
      return { ...credentials, password };
    },
    clock: systemClock,
    log: collectedLog(redactor).log,
    redactor,
  });
  onTestFinished(() => sessions.close());
  return {
    sessions,
    passwords,
    setPassword: (next: string) => {
      password = next;
    },
    set: (...next: Account[]) => {
      accounts = next;
    },
  };
}

test('an account with a new name or install link keeps its session', async () => {
  let tokens = 0;
  const url = await serverOf(
    withToken(
      (_, response) => reply(response, 200, []),
      () => {
        tokens += 1;
      },
    ),
  );
  const account = accountAt(url);
  const { sessions, set } = start(account);
  const api = sessions.api('account');
  await api.testingdist.list();
  set({ ...account, name: 'Other', installLinkTemplate: 'https://x/{id}' });
  expect(sessions.api('account')).toBe(api);
  expect(sessions.state('account').kind).toBe('signed-in');
  await sessions.api('account').testingdist.list();
  expect(tokens).toBe(1);
});

test.each<[string, Partial<Account>]>([
  ['user', { userName: 'someone-else' }],
  ['client', { clientId: 'other' }],
  ['scope', { scope: 'other' }],
  ['mode', { mode: 'link' }],
])('changing the %s creates a signed-out client', async (_, change) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken(async (_request, response) => {
      came();
      await released;
      reply(response, 200, []);
    }),
  );
  const account = accountAt(url);
  const { sessions, set } = start(account);
  const before = sessions.api('account');
  const openRequests = before.testingdist.list();
  await arrived;
  set({ ...account, ...change });
  expect(sessions.api('account')).not.toBe(before);
  expect(sessions.state('account').kind).toBe('signed-out');
  release();
  await expect(openRequests).resolves.toEqual([]);
});

test('a new password is used after signing out', async () => {
  const url = await serverOf(withToken((_, response) => reply(response, 200, [])));
  const { sessions, passwords, setPassword } = start(accountAt(url));
  const changes: string[] = [];
  sessions.onChange((id) => changes.push(`${id} ${sessions.state(id).kind}`));
  await sessions.api('account').signIn();
  setPassword('another password');
  await sessions.signOut('account');
  expect(sessions.state('account').kind).toBe('signed-out');
  await sessions.api('account').signIn();
  expect(passwords).toEqual([credentials.password, 'another password']);
  expect(changes).toEqual([
    'account signing-in',
    'account signed-in',
    'account signed-out',
    'account signing-in',
    'account signed-in',
  ]);
});

test('removing an account cancels its requests', async () => {
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const url = await serverOf(withToken(() => came()));
  const { sessions, set } = start(accountAt(url));
  const failed = expect(sessions.api('account').testingdist.list()).rejects.toMatchObject({
    code: 'base/cancelled',
  });
  await arrived;
  set();
  expect(() => sessions.api('account')).toThrow('account');
  expect(sessions.state('account').kind).toBe('signed-out');
  await sessions.signOut('account');
  await failed;
  await sessions.signOut('nobody');
});

test('close() cancels the requests of current and replaced clients', async () => {
  let waiting = 0;
  const { promise: arrived, resolve: came } = Promise.withResolvers<void>();
  const url = await serverOf(
    withToken(() => {
      waiting += 1;
      if (waiting === 2) came();
    }),
  );
  const account = accountAt(url);
  const { sessions, set } = start(account);
  const cancelled = { code: 'base/cancelled' };
  const first = expect(sessions.api('account').testingdist.list()).rejects.toMatchObject(cancelled);
  set({ ...account, userName: 'someone-else' });
  const second = expect(sessions.api('account').testingdist.list()).rejects.toMatchObject(cancelled);
  await arrived;
  await sessions.close();
  await Promise.all([first, second]);
});
