import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect } from 'vitest';
import type { Need } from './objects-needs.ts';
import { bytes, outcome, type S3World } from './world.ts';

const tryWith = (s3: S3World, changes: object, Bucket = s3.settings.bucket): Promise<string> =>
  outcome(s3.other(changes).send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })));

const file = { fileName: 'Söhne "1".apk', contentType: 'application/vnd.android.package-archive' };

export const accessNeeds: readonly Need[] = [
  [
    'each wrong setting fails with its own error code',
    async (s3) => {
      const { accessKeyId, secretAccessKey } = s3.settings;
      expect(await tryWith(s3, {})).toBe('ok');
      // Some servers return the same error for an unknown access key and a wrong signature.
      expect(['403 InvalidAccessKeyId', '403 SignatureDoesNotMatch']).toContain(
        await tryWith(s3, { credentials: { accessKeyId: 'AKIANOBODY', secretAccessKey } }),
      );
      expect(await tryWith(s3, { credentials: { accessKeyId, secretAccessKey: 'wrong' } })).toBe(
        '403 SignatureDoesNotMatch',
      );
      expect(await tryWith(s3, { systemClockOffset: 3_600_000 })).toBe('403 RequestTimeTooSkewed');
      expect(await tryWith(s3, {}, 'no-such-bucket-of-slipway')).toBe('404 NoSuchBucket');
    },
  ],
  [
    'an unsigned request is rejected',
    async (s3) => {
      await s3.put('private', 'private');
      const { endpoint, bucket, prefix } = s3.settings;
      for (const path of ['', `/${bucket}?list-type=2`, `/${bucket}/${prefix}private`]) {
        const answer = await fetch(`${endpoint}${path}`);
        expect(path === '' || !answer.ok).toBe(true);
        expect(await answer.text()).not.toContain('private</Key>');
      }
    },
  ],
  [
    'a body that differs from the signed one is rejected',
    async (s3) => {
      const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = s3.settings;
      const { host, hostname, protocol } = new URL(endpoint);
      const path = `/${bucket}/${prefix}tampered`;
      const { sha256 } = s3.calls.config;
      const credentials = { accessKeyId, secretAccessKey };
      const signer = new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false });
      const { headers } = await signer.sign({
        method: 'PUT',
        protocol,
        hostname,
        path,
        headers: { host },
        query: {},
        body: 'signed',
      });
      const answer = await fetch(`${endpoint}${path}`, { method: 'PUT', headers, body: 'chosen' });
      expect([400, 403]).toContain(answer.status);
      expect(await outcome(s3.body('tampered'))).toBe('404 NoSuchKey');
    },
  ],
  [
    'a presigned URL returns the object with its file name and type',
    async (s3) => {
      const content = bytes(10_000);
      await s3.put('linked', content);
      const link = await s3.link('linked', { ...file, seconds: 60 });
      const whole = await fetch(link);
      expect(whole.status).toBe(200);
      expect(whole.headers.get('content-type')).toBe(file.contentType);
      expect(whole.headers.get('content-disposition')).toBe(
        `attachment; filename="S_hne _1_.apk"; filename*=UTF-8''S%C3%B6hne%20%221%22.apk`,
      );
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
      const part = await fetch(link, { headers: { range: 'bytes=5-14' } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(5, 15));
    },
  ],
  [
    'a presigned URL is valid only for one object, file name and time',
    async (s3) => {
      await s3.put('linked-1', 'one');
      await s3.put('linked-2', 'two');
      const link = await s3.link('linked-1', { ...file, seconds: 60 });
      const statusOf = async (address: string) => (await fetch(address)).status;
      expect(await statusOf(link)).toBe(200);
      expect(await statusOf(link.replace('linked-1', 'linked-2'))).toBe(403);
      expect(await statusOf(link.replace('apk', 'exe'))).toBe(403);
      expect(await statusOf(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).toBe(403);
      expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
      const passed = await s3.link('linked-1', { ...file, seconds: 1 });
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await statusOf(passed)).toBe(403);
    },
  ],
];
