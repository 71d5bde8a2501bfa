import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import type { Need } from './objects-needs.ts';
import { bytes, minPartSize, outcome, type S3World } from './world.ts';

const abort = (s3: S3World, name: string, UploadId: string) =>
  s3.calls.send(new AbortMultipartUploadCommand({ ...s3.at(name), UploadId }));

export const multipartNeeds: readonly Need[] = [
  [
    'parts sent in any order are joined by number',
    async (s3) => {
      const parts = [bytes(minPartSize), bytes(minPartSize + 1), bytes(1_000)];
      const id = await s3.begin('parts');
      const third = await s3.part('parts', id, 3, parts[2] as Buffer);
      const tags = await Promise.all([1, 2].map((n) => s3.part('parts', id, n, parts[n - 1] as Buffer)));
      await s3.complete('parts', id, [...tags, third]);
      expect((await s3.body('parts')).equals(Buffer.concat(parts))).toBe(true);
      const across = await s3.body('parts', `bytes=${minPartSize - 3}-${minPartSize + 2}`);
      expect(across.equals(Buffer.concat(parts).subarray(minPartSize - 3, minPartSize + 3))).toBe(true);
    },
  ],
  [
    'a part that is sent again replaces the earlier part',
    async (s3) => {
      const id = await s3.begin('again');
      await s3.part('again', id, 1, bytes(1_000));
      const content = bytes(2_000);
      await s3.complete('again', id, [await s3.part('again', id, 1, content)]);
      expect((await s3.body('again')).equals(content)).toBe(true);
    },
  ],
  [
    'a part under 5 MiB fails with EntityTooSmall unless it is the last',
    async (s3) => {
      const id = await s3.begin('small');
      const tags = [await s3.part('small', id, 1, bytes(1_000)), await s3.part('small', id, 2, bytes(1_000))];
      expect(await outcome(s3.complete('small', id, tags))).toBe('400 EntityTooSmall');
      expect(await outcome(s3.body('small'))).toBe('404 NoSuchKey');
      await abort(s3, 'small', id);
    },
  ],
  [
    'missing or different parts fail with InvalidPart',
    async (s3) => {
      const id = await s3.begin('wrong');
      const tag = await s3.part('wrong', id, 1, bytes(minPartSize));
      expect(await outcome(s3.complete('wrong', id, ['"0123456789abcdef0123456789abcdef"']))).toBe(
        '400 InvalidPart',
      );
      expect(await outcome(s3.complete('wrong', id, [tag, tag]))).toBe('400 InvalidPart');
      expect(await outcome(s3.body('wrong'))).toBe('404 NoSuchKey');
      await abort(s3, 'wrong', id);
    },
  ],
  [
    'an object does not exist before completion or after an abort',
    async (s3) => {
      const { bucket: Bucket, prefix } = s3.settings;
      const id = await s3.begin('open');
      const tag = await s3.part('open', id, 1, bytes(minPartSize));
      expect(await outcome(s3.body('open'))).toBe('404 NoSuchKey');
      const page = await s3.calls.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}open` }));
      expect(page.Contents ?? []).toEqual([]);
      await abort(s3, 'open', id);
      // Ceph 16 returns a different error.
      const late = await outcome(s3.complete('open', id, [tag]));
      expect(['404 NoSuchUpload', '500 InternalError']).toContain(late);
      expect(await outcome(s3.part('open', id, 1, bytes(10)))).toBe('404 NoSuchUpload');
      expect(await outcome(s3.body('open'))).toBe('404 NoSuchKey');
    },
  ],
  [
    'an abort after completion does not delete the object',
    async (s3) => {
      const id = await s3.begin('kept');
      await s3.complete('kept', id, [await s3.part('kept', id, 1, bytes(1_000))]);
      // Some servers report success for an abort after completion.
      expect(['ok', '404 NoSuchUpload', '404 NoSuchKey']).toContain(await outcome(abort(s3, 'kept', id)));
      expect(await s3.body('kept')).toHaveLength(1_000);
    },
  ],
  [
    'an upload that is completed twice leaves the object intact',
    async (s3) => {
      const id = await s3.begin('twice');
      const content = bytes(1_000);
      const tags = [await s3.part('twice', id, 1, content)];
      await s3.complete('twice', id, tags);
      expect(['ok', '404 NoSuchUpload']).toContain(await outcome(s3.complete('twice', id, tags)));
      expect((await s3.body('twice')).equals(content)).toBe(true);
    },
  ],
  [
    'a paged listing contains open uploads with their start time',
    async (s3) => {
      const names = ['uploads/a', 'uploads/a', 'uploads/b', 'uploads/c', 'uploads/d'];
      const begun: [string, string][] = [];
      for (const name of names) begun.push([`${s3.settings.prefix}${name}`, await s3.begin(name)]);
      const found = await openUploads(s3, 'uploads/');
      expect(found.map(({ key, id }) => `${key} ${id}`).sort()).toEqual(
        begun.map((one) => one.join(' ')).sort(),
      );
      expect(found.every(({ at }) => Math.abs(at - Date.now()) < 10 * 60_000)).toBe(true);
      for (const [index, [, id]] of begun.entries()) await abort(s3, names[index] ?? '', id);
      expect(await openUploads(s3, 'uploads/')).toEqual([]);
    },
  ],
];

async function openUploads(s3: S3World, under: string) {
  const { bucket: Bucket, prefix } = s3.settings;
  const found: { key: string; id: string; at: number }[] = [];
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  do {
    const page = await s3.calls.send(
      new ListMultipartUploadsCommand({
        Bucket,
        Prefix: `${prefix}${under}`,
        MaxUploads: 2,
        KeyMarker,
        UploadIdMarker,
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      found.push({ key: Key ?? '', id: UploadId ?? '', at: Initiated?.getTime() ?? 0 });
    }
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined;
    UploadIdMarker = page.NextUploadIdMarker;
  } while (KeyMarker);
  return found;
}
