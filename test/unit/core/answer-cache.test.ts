import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '../../../main/base/log/redact.ts';
import { createAnswerCache } from '../../../main/core/registration/answer-cache.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { createFakeClock } from '../../fakes/fake-clock.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const dayMs = 24 * 60 * 60_000;
const query = { packageId: 'org.example.notes', certificate: 'ab'.repeat(32) };

test('the cache keeps the response for a package and certificate for a day', async () => {
  const clock = createFakeClock();
  const { log } = collectedLog(new Redactor());
  const path = join(await temporaryFolder(), 'registrations.json');
  const cache = createAnswerCache({ path, clock, log });
  await cache.add(query, 'not-registered');
  await cache.add({ ...query, certificate: null }, 'registered');
  expect(await cache.find(query)).toBe('not-registered');
  expect(await cache.find({ ...query, packageId: 'org.example.other' })).toBeNull();
  await clock.advance(dayMs - 1);
  expect(await createAnswerCache({ path, clock, log }).find(query)).toBe('not-registered');
  await clock.advance(1);
  expect(await cache.find(query)).toBeNull();
});
