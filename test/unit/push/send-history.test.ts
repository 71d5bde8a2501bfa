import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSendHistory, type SentRecord } from '../../../main/push/sending/send-history.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const record = (to: string): SentRecord => ({
  sender: null,
  mode: 'http-v1',
  address: 'https://push.example.org',
  message: { to, data: { notification: { title: 'T' }, more: 'x' } },
  outcome: { ok: false, code: 'push/quota', message: 'Later.', remedy: 'wait', values: { seconds: 37 } },
});

test('the send history keeps the newest 500 messages after a restart', async () => {
  const path = join(await temporaryFolder(), 'push.db');
  const first = openSendHistory(path);
  for (let number = 1; number <= 503; number += 1) first.add(record(`device-${number}`), number);
  first.close();
  const history = openSendHistory(path);
  onTestFinished(history.close);
  const all = history.list();
  expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([500, 503, 4]);
  expect(history.get(503)).toEqual({ id: 503, at: 503, ...record('device-503') });
  expect(history.list(2).map(({ id }) => id)).toEqual([503, 502]);
  expect(() => history.get(3)).toThrow(expect.objectContaining({ code: 'push/notSent' }));
});

test('the send history skips invalid records', async () => {
  const path = join(await temporaryFolder(), 'push.db');
  const history = openSendHistory(path);
  onTestFinished(history.close);
  history.add(record('a'), 1);
  const database = new DatabaseSync(path);
  database.exec(`INSERT INTO sent (at, record) VALUES (2, '{"mode": "pigeon"}'), (3, 'no JSON')`);
  database.close();
  history.add(record('b'), 4);
  expect(history.list().map(({ message }) => message.to)).toEqual(['b', 'a']);
  expect(() => history.get(2)).toThrow(expect.objectContaining({ code: 'push/notSent' }));
});
