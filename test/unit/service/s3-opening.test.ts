import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openS3Objects } from '../../../main/service/storage/s3/s3-objects.ts';
import type { S3Settings } from '../../../main/service/storage/s3/settings.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { type Fault, startS3 } from '../../fakes/s3/s3-server.ts';

/** Opens a store. `sentence` is its error message or null; `text` is the whole error and the log. */
async function opening(
  change: Partial<S3Settings>,
  given: { readonly fault?: Fault; readonly now?: number; readonly isClosed?: boolean } = {},
): Promise<{ readonly sentence: string | null; readonly text: string }> {
  const server = await startS3();
  if (given.fault) server.failNext(99, given.fault);
  if (given.now !== undefined) server.setNow(given.now);
  if (given.isClosed) await server.close();
  else onTestFinished(() => server.close());
  const settings = { ...server.settings, ...change };
  const { log, lines } = collectedLog();
  try {
    await (await openS3Objects(settings, log)).close();
    return { sentence: null, text: '' };
  } catch (error) {
    const text = `${inspect(error, { depth: 10 })} ${lines.join('\n')}`;
    expect(text).not.toContain(settings.secretAccessKey);
    return { sentence: (error as Error).message.replaceAll(/127\.0\.0\.1:\d+/g, 'server'), text };
  }
}

test('openS3Objects tolerates clock skew', async () => {
  expect((await opening({})).sentence).toBeNull();
  expect((await opening({ prefix: '' })).sentence).toBeNull();
  expect((await opening({}, { now: Date.now() + 86_400_000 })).sentence).toBeNull();
});

test.each<[string, Partial<S3Settings>, Parameters<typeof opening>[1], string]>([
  [
    'the connection is refused',
    {},
    { isClosed: true },
    'The S3 server http://server cannot be reached: nothing answers there. Check the endpoint and the connection to it.',
  ],
  [
    'the host is unknown',
    { endpoint: 'http://s3.invalid' },
    {},
    'The S3 server http://s3.invalid cannot be reached: its address was not found. Check the endpoint and the connection to it.',
  ],
  [
    'the bucket is missing',
    { bucket: 'no-such-bucket' },
    {},
    'The S3 server http://server has no bucket “no-such-bucket”. Create it, or correct its name.',
  ],
  [
    'the access key is wrong',
    { accessKeyId: 'AKIANOBODY' },
    {},
    'The access key does not exist on the S3 server http://server. Check the access key ID.',
  ],
  [
    'the secret is wrong',
    { secretAccessKey: 'another-secret' },
    {},
    'The S3 server http://server rejected the signature. Check the access key ID and the secret access key.',
  ],
  [
    'the region is wrong',
    { region: 'us-east-1' },
    {},
    'The bucket “builds” belongs to another region: eu-test-1. Set that region and its endpoint.',
  ],
  [
    'the clocks differ',
    {},
    { fault: { status: 403, code: 'RequestTimeTooSkewed' } },
    'The clocks of this computer and of the S3 server http://server differ too much. Set both from a time server.',
  ],
  [
    'the key may not use the bucket',
    {},
    { fault: { status: 403, code: 'AccessDenied' } },
    'The S3 server http://server refused access to the bucket “builds”: 403 AccessDenied. Check what the access key is allowed to do.',
  ],
  [
    'the server is overloaded',
    {},
    { fault: { status: 503, code: 'SlowDown' } },
    'The S3 server http://server reports an internal error: 503 SlowDown. Try again in a moment.',
  ],
])('openS3Objects explains the failure when %s', async (_, change, given, sentence) => {
  expect((await opening(change, given)).sentence).toBe(sentence);
});
