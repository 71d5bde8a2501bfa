import { expect, test } from 'vitest';
import { clientAt, plainVersion, reply, serverOf, withToken, zeros } from './api-world.ts';

const megabyte = 1024 * 1024;

/** Uploads once per entry of `resets`: the byte to reset the connection at, or null. Returns the errors. */
async function uploadWithResets(size: number, resets: readonly (number | null)[]) {
  const left = [...resets];
  const url = await serverOf(
    withToken(async (request, response) => {
      const limit = left.shift() ?? null;
      let count = 0;
      for await (const chunk of request) {
        count += (chunk as Buffer).length;
        if (limit !== null && count >= limit) {
          request.socket.resetAndDestroy();
          return;
        }
      }
      reply(response, 201, plainVersion);
    }),
  );
  const { api } = clientAt(url, { network: {} });
  const file = await zeros(size);
  const errors: unknown[] = [];
  for (const _ of resets) {
    const upload = api.testingdist.createVersion(3, file);
    errors.push(await upload.then(() => null).catch((error: unknown) => error));
  }
  return errors;
}

const lost = { code: 'api/connectionLost' };

// Windows does not report at which byte a connection broke.
const reportsPosition = process.platform !== 'win32';

test.runIf(reportsPosition).each([
  [3, 1],
  [24, 10],
])('an upload of %i MiB reset repeatedly at %i MiB reports an upload limit', async (size, at) => {
  const errors = await uploadWithResets(
    size * megabyte,
    Array.from({ length: 4 }, () => at * megabyte),
  );
  const cut = {
    ...{ code: 'api/uploadLimit', remedy: 'none', details: { outcome: 'not-sent' } },
    message: expect.stringMatching(
      new RegExp(`after ${at}(\\.\\d)?\\sMB of the file, .* limits the size of uploads`),
    ),
  };
  expect(errors).toMatchObject([lost, lost, cut, cut]);
});

test('an upload reset at varying positions reports a lost connection', async () => {
  const errors = await uploadWithResets(12 * megabyte, [
    3 * megabyte,
    5 * megabyte,
    4 * megabyte,
    6 * megabyte,
    null,
  ]);
  expect(errors).toMatchObject([lost, lost, lost, lost, null]);
  const atOnce = await uploadWithResets(12 * megabyte, [1, 1, 1, 1]);
  expect(atOnce).toMatchObject([lost, lost, lost, lost]);
});
