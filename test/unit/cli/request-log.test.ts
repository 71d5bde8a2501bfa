import { describe, expect, test } from 'vitest';
import { createStoredAccessLog } from '../../../main/cli/server/request-log.ts';
import type { AccessEntry } from '../../../main/service/service-view.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

const entryOf = (path: string): Omit<AccessEntry, 'id'> => ({
  at: 0,
  method: 'GET',
  path,
  status: 200,
  milliseconds: 1,
  address: '127.0.0.1',
  by: null,
  agent: null,
});

describe('the request log of a server', () => {
  test('flushes entries that arrive while earlier entries are being stored', async () => {
    const stored: string[] = [];
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const add = async (entries: readonly AccessEntry[]): Promise<void> => {
      begun.resolve();
      await released.promise;
      stored.push(...entries.map(({ path }) => path));
    };
    const requestLog = createStoredAccessLog({ add, list: async () => [] }, collectedLog().log);
    requestLog.add(entryOf('/first'));
    const first = requestLog.flush();
    await begun.promise;
    requestLog.add(entryOf('/second'));
    const second = requestLog.flush();
    released.resolve();
    await Promise.all([first, second]);
    expect(stored).toEqual(['/first', '/second']);
  });
});
