import { describe, expect, test } from 'vitest';
import type { AccessEntry } from '../../../main/service/service-view.ts';
import { type MakeWorld, now, openStorage } from './world.ts';

const request = (at: number): AccessEntry => ({
  id: 1,
  at,
  method: 'GET',
  path: `/api/v3/${at}`,
  status: at % 2 === 0 ? 200 : null,
  milliseconds: 3,
  address: '2001:db8::1',
  agent: 'a "browser" \u{1F389}',
  by: { user: 'Ann', client: 'app' },
});

export function testRequests(makeWorld: MakeWorld): void {
  describe('requests', () => {
    test('the newest requests of all instances are listed, newest first', async () => {
      const { storage, other } = await openStorage(makeWorld);
      expect(await storage.requests.list()).toEqual([]);
      await storage.requests.add([request(now), request(now + 1)], 3);
      await other.requests.add([request(now + 2), request(now + 3)], 3);
      const listed = await storage.requests.list();
      expect(listed.map(({ at }) => at)).toEqual([now + 3, now + 2, now + 1]);
      expect(listed[0]).toEqual({ ...request(now + 3), id: listed[0]?.id });
      expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
    });

    test('concurrently added requests are all stored', async () => {
      const { storage, other } = await openStorage(makeWorld);
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? storage : other).requests.add([request(now + at)], 100),
        ),
      );
      const listed = await other.requests.list();
      expect(listed.map(({ at }) => at).toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => now + at));
    });
  });
}
