import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashOfOnly, itemHash, versionHash } from '../../../main/api/resources/reported-hash.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, plainVersion, reply, serverOf, swallow, withToken } from './api-world.ts';

const hash = 'A'.repeat(64);

describe('versionHash', () => {
  test('reads the hash of the only file', () => {
    expect(versionHash({ profileFiles: [{ sha256: hash }] })).toBe('a'.repeat(64));
  });

  test.each([[[]], [[{ sha256: 'short' }]], [[null]], [[{ sha256: hash }, { sha256: hash }]]])(
    'is null for %j',
    (profileFiles) => {
      expect(versionHash({ profileFiles })).toBeNull();
    },
  );
});

test.each([
  [hash, 'a'.repeat(64)],
  ['', null],
  [null, null],
  ['sha256-AAAA', null],
])('itemHash reads %j as %j', (sha256, expected) => {
  expect(itemHash({ sha256 })).toBe(expected);
});

test('hashOfOnly is null unless there is exactly one record', () => {
  expect(hashOfOnly([{ sha256: hash }], itemHash)).toBe('a'.repeat(64));
  expect(hashOfOnly([], itemHash)).toBeNull();
  expect(hashOfOnly([{ sha256: hash }, { sha256: hash }], itemHash)).toBeNull();
});

const content = 'content';
const sent = createHash('sha256').update(content).digest('hex');

/** Uploads a file to a service that reports `profileFiles` for the created version. */
async function uploadTo(operation: 'create' | 'createVersion', profileFiles: readonly unknown[]) {
  const path = join(await temporaryFolder(), 'build.apk');
  await writeFile(path, content);
  const file = { path, fileName: 'build.apk', size: content.length };
  const version = { ...plainVersion, profileFiles };
  const url = await serverOf(
    withToken(async (request, response) => {
      await swallow(request);
      reply(response, 201, operation === 'create' ? { id: 3, name: 'Shop', profiles: [version] } : version);
    }),
  );
  const { testingdist } = clientAt(url).api;
  return operation === 'create' ? testingdist.create(file) : testingdist.createVersion(3, file);
}

describe.each(['create', 'createVersion'] as const)('%s', (operation) => {
  test.each([
    ['no hash', []],
    ['the hash of the bytes sent', [{ sha256: sent.toUpperCase() }]],
    ['a value that is not a SHA-256', [{ sha256: 'c29tZQ==' }]],
  ])('accepts a version with %s', async (_, profileFiles) => {
    expect((await uploadTo(operation, profileFiles)).sha256).toBe(sent);
  });

  test('throws with the outcome refused for a version with another hash', async () => {
    await expect(uploadTo(operation, [{ sha256: 'b'.repeat(64) }])).rejects.toMatchObject({
      code: 'api/contentMismatch',
      remedy: 'none',
      values: { host: expect.stringMatching(/^127\.0\.0\.1:/), fileName: 'build.apk' },
      details: { outcome: 'refused', status: 201 },
    });
  });
});
