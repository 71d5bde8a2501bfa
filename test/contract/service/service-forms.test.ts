import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problem, type TestApplication } from '../../../main/api/wire.ts';
import { storedHashes } from '../../fakes/stored-builds.ts';
import { boundaries, cut, cuts, typeWith, writeForm } from '../../unit/service/multipart-bodies.ts';
import { head, openRaw, type RawAnswer } from '../api/raw-client.ts';
import { type ServiceHost, sampleApk, sha256, startHost } from './service-host.ts';

const applications = '/api/v3/testingdist/profiles';

async function send(host: ServiceHost, boundary: string, pieces: readonly Uint8Array[]): Promise<RawAnswer> {
  const client = await openRaw(host.service.url);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const type = typeWith(boundary);
  const headers = { Authorization: `Bearer ${host.token}`, 'Content-Type': type, 'Content-Length': length };
  await client.send(head('POST', applications, headers));
  for (const piece of pieces) await client.send(piece);
  const answer = await client.answer();
  client.socket.destroy();
  return answer;
}

const note = (text: string) => ({
  part: { field: 'releaseNote', fileName: null, content: Buffer.from(text) },
  head: 'Content-Disposition: form-data; name="releaseNote"\r\n',
});
const file = (content: Uint8Array) => ({
  part: { field: 'file', fileName: 'a.apk', content: Buffer.from(content) },
  head: 'Content-Disposition: form-data; name="file"; filename="a.apk"\r\nContent-Type: application/zip\r\n',
});

test('an upload is stored byte for byte with any chunking and form layout', async () => {
  const host = await startHost();
  const apk = await sampleApk({ padding: 20_000 });
  await fc.assert(
    fc.asyncProperty(
      boundaries,
      cuts,
      fc.boolean(),
      fc.boolean(),
      async (boundary, positions, isFirst, isLast) => {
        const notes = [
          ...(isFirst ? [note('first')] : []),
          file(apk),
          ...(isLast && !isFirst ? [note('last')] : []),
        ];
        const { body } = writeForm(boundary, notes, isFirst ? 'hello' : '', isLast ? 'bye' : '');
        const answer = await send(host, boundary, cut(body, positions));
        const made = JSON.parse(answer.body) as TestApplication;
        const releaseNote = isFirst ? 'first' : isLast ? 'last' : null;
        const files = [{ sha256: sha256(apk), fileSize: apk.length }];
        expect(made).toMatchObject({ profiles: [{ releaseNote, profileFiles: files }] });
        expect(await storedHashes(host.dataDir)).toEqual([sha256(apk)]);
        await host.call('DELETE', `${applications}/${made.id}`);
      },
    ),
    { numRuns: 60 },
  );
  expect(await storedHashes(host.dataDir)).toEqual([]);
});

test('a truncated upload is rejected and leaves no files', async () => {
  const host = await startHost();
  const apk = await sampleApk({ padding: 20_000 });
  const fractions = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(boundaries, cuts, fractions, async (boundary, positions, fraction) => {
      const { body, end } = writeForm(boundary, [note('first'), file(apk)]);
      const answer = await send(
        host,
        boundary,
        cut(body.subarray(0, Math.floor(fraction * (end - 1))), positions),
      );
      expect(problem.parse(JSON.parse(answer.body))).toMatchObject({
        status: 400,
        code: 'service/badUpload',
      });
      expect(await storedHashes(host.dataDir)).toEqual([]);
    }),
    { numRuns: 120 },
  );
  expect(await host.json('GET', applications)).toEqual([]);
});

test('a corrupted build is either rejected or stored unchanged', async () => {
  const host = await startHost();
  const apk = Buffer.from(await sampleApk({ padding: 100 }));
  const changes = fc.array(fc.tuple(fc.nat({ max: apk.length - 1 }), fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.nat({ max: apk.length }), async (bytes, length) => {
      const changed = Buffer.from(apk.subarray(0, length));
      for (const [at, byte] of bytes) if (at < length) changed[at] = byte;
      const { body } = writeForm('b', [file(changed)]);
      const { status, body: text } = await send(host, 'b', [body]);
      if (status !== 201) {
        expect([status, problem.parse(JSON.parse(text)).code]).toMatchObject([
          422,
          expect.stringMatching(/unreadable|emptyFile/),
        ]);
        expect(await storedHashes(host.dataDir)).toEqual([]);
        return;
      }
      expect(await storedHashes(host.dataDir)).toEqual([sha256(changed)]);
      await host.call('DELETE', `${applications}/${(JSON.parse(text) as TestApplication).id}`);
    }),
    { numRuns: 150 },
  );
});
