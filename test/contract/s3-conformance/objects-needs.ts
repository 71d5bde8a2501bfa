import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { bytes, outcome, type S3World } from './world.ts';

/** A required behaviour of an S3 server, with the check that proves it. */
export type Need = readonly [sentence: string, shows: (s3: S3World) => Promise<void>];

export const objectNeeds: readonly Need[] = [
  [
    'an object can be read with its type right after it is written',
    async (s3) => {
      const content = bytes(100_000);
      await s3.put('whole', content, { ContentType: 'application/octet-stream' });
      expect((await s3.body('whole')).equals(content)).toBe(true);
      const head = await s3.calls.send(new HeadObjectCommand(s3.at('whole')));
      expect([head.ContentLength, head.ContentType]).toEqual([100_000, 'application/octet-stream']);
    },
  ],
  [
    'an object may be empty',
    async (s3) => {
      await s3.put('empty', Buffer.alloc(0));
      expect(await s3.body('empty')).toHaveLength(0);
    },
  ],
  [
    'a range returns its bytes up to the end of the object',
    async (s3) => {
      const content = bytes(10_000);
      await s3.put('ranges', content);
      expect(await s3.body('ranges', 'bytes=0-0')).toEqual(content.subarray(0, 1));
      expect(await s3.body('ranges', 'bytes=17-5000')).toEqual(content.subarray(17, 5001));
      expect(await s3.body('ranges', 'bytes=9990-20000')).toEqual(content.subarray(9990));
      const command = new GetObjectCommand({ ...s3.at('ranges'), Range: 'bytes=17-5000' });
      const { $metadata, ContentRange, Body } = await s3.calls.send(command);
      expect([$metadata.httpStatusCode, ContentRange]).toEqual([206, 'bytes 17-5000/10000']);
      if (Body instanceof Readable) Body.destroy();
    },
  ],
  [
    'a range beyond the end fails with InvalidRange, even for empty objects',
    async (s3) => {
      await s3.put('short', 'short');
      await s3.put('nothing', Buffer.alloc(0));
      expect(await outcome(s3.body('short', 'bytes=5-9'))).toBe('416 InvalidRange');
      expect(await outcome(s3.body('nothing', 'bytes=0-9'))).toBe('416 InvalidRange');
    },
  ],
  [
    'a read of a missing object fails with NoSuchKey, a deletion succeeds',
    async (s3) => {
      expect(await outcome(s3.body('absent'))).toBe('404 NoSuchKey');
      expect(await outcome(s3.calls.send(new HeadObjectCommand(s3.at('absent'))))).toBe('404 NotFound');
      await s3.remove('absent');
      await s3.put('removed', 'removed');
      await s3.remove('removed');
      await s3.remove('removed');
      expect(await outcome(s3.body('removed'))).toBe('404 NoSuchKey');
    },
  ],
  [
    'an object that is deleted during a read is read to its end',
    async (s3) => {
      const content = bytes(20_000_000);
      await s3.put('read', content);
      const { Body } = await s3.calls.send(new GetObjectCommand(s3.at('read')));
      if (!(Body instanceof Readable)) throw new TypeError('The body is not a stream.');
      await once(Body, 'readable');
      await s3.remove('read');
      expect((await buffer(Body)).equals(content)).toBe(true);
    },
  ],
  [
    'a paged listing contains each object of the prefix once',
    async (s3) => {
      const before = Date.now();
      const names = Array.from({ length: 7 }, (_, index) => `list/${index}`);
      await Promise.all(names.map((name, index) => s3.put(name, bytes(index))));
      await s3.put('lisp', 'not under the prefix');
      const { bucket: Bucket, prefix } = s3.settings;
      const found: [string, number][] = [];
      let pages = 0;
      let ContinuationToken: string | undefined;
      do {
        const page = await s3.calls.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${prefix}list/`, MaxKeys: 3, ContinuationToken }),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          found.push([Key ?? '', Size ?? -1]);
          expect(Math.abs((LastModified?.getTime() ?? 0) - before)).toBeLessThan(10 * 60_000);
        }
        pages += 1;
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
      expect(pages).toBe(3);
      expect(found).toEqual(names.map((name, index) => [`${prefix}${name}`, index]));
    },
  ],
  [
    'an object name can contain any characters',
    async (s3) => {
      const name = "odd/a b+c=d&e~f!g'(h)*ö%41";
      await s3.put(name, 'odd');
      expect(`${await s3.body(name)}`).toBe('odd');
      const { bucket: Bucket, prefix } = s3.settings;
      const page = await s3.calls.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}odd/` }));
      expect(page.Contents?.map(({ Key }) => Key)).toEqual([`${prefix}${name}`]);
      const link = await s3.link(name, { fileName: 'odd.apk', contentType: 'text/plain', seconds: 60 });
      expect(await (await fetch(link)).text()).toBe('odd');
    },
  ],
];
