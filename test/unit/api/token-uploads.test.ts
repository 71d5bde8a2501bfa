import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { clientAt, fileOf, plainVersion, reply, serverOf, withToken } from './api-world.ts';

const size = 6 * 1024 * 1024;

async function build(fill: number) {
  const path = join(await temporaryFolder(), `${fill}.apk`);
  const bytes = Buffer.alloc(size, fill);
  await writeFile(path, bytes);
  return { path, fileName: `${fill}.apk`, size, sha256: createHash('sha256').update(bytes).digest('hex') };
}

test('parallel uploads with a 401 share one new token and arrive intact', async () => {
  const files = await Promise.all([1, 2, 3, 4].map(build));
  const begun = Promise.withResolvers<void>();
  let refused = 0;
  let tokens = 0;
  const arrived: string[] = [];
  const url = await serverOf(
    withToken(
      async (request, response) => {
        if (request.headers.authorization === 'Bearer token-1') {
          refused += 1;
          if (refused === files.length) begun.resolve();
          // Responds with 401 only after all uploads have begun.
          request.pause();
          await begun.promise;
          return reply(response, 401, { message: 'The token has expired' });
        }
        arrived.push(
          createHash('sha256')
            .update(await fileOf(request))
            .digest('hex'),
        );
        reply(response, 201, plainVersion);
      },
      () => {
        tokens += 1;
      },
    ),
  );
  const { api } = clientAt(url);
  const progress = new Map<string, number[]>();
  const sent = await Promise.all(
    files.map((file) =>
      api.testingdist.createVersion(3, file, {
        onProgress: (bytes) => progress.set(file.path, [...(progress.get(file.path) ?? []), bytes]),
      }),
    ),
  );
  const hashes = files.map((file) => file.sha256);
  expect(sent.map(({ sha256 }) => sha256)).toEqual(hashes);
  expect(arrived.toSorted()).toEqual(hashes.toSorted());
  expect([tokens, refused]).toEqual([2, files.length]);
  for (const file of files) expect(progress.get(file.path)?.at(-1)).toBe(size);
});

test('an upload rejected twice with 401 requires a sign-in', async () => {
  const url = await serverOf(
    withToken((request, response) => {
      request.pause();
      reply(response, 401, {});
    }),
  );
  const { api } = clientAt(url);
  await expect(api.testingdist.createVersion(3, await build(1))).rejects.toMatchObject({
    code: 'api/unauthorized',
    remedy: 'sign-in',
    details: { outcome: 'refused', status: 401 },
  });
  await expect(api.testingdist.createVersion(3, await build(1))).rejects.toMatchObject({
    remedy: 'sign-in',
    details: { outcome: 'not-sent' },
  });
});
