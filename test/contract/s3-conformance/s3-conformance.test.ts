import { randomBytes } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { S3Settings } from '../../../main/service/storage/s3/settings.ts';
import { type S3Server, startS3 } from '../../fakes/s3/s3-server.ts';
import { accessNeeds } from './access-needs.ts';
import { multipartNeeds } from './multipart-needs.ts';
import { objectNeeds } from './objects-needs.ts';
import { createWorld, type S3World } from './world.ts';

/** Returns the settings of a real server from the environment; null if any is missing. */
function realServer(environment: NodeJS.ProcessEnv): Omit<S3Settings, 'prefix'> | null {
  const { SLIPWAY_S3_ENDPOINT: endpoint, SLIPWAY_S3_BUCKET: bucket } = environment;
  const { SLIPWAY_S3_KEY: accessKeyId, SLIPWAY_S3_SECRET: secretAccessKey } = environment;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  const region = environment.SLIPWAY_S3_REGION ?? 'us-east-1';
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle: true };
}

const real = realServer(process.env);

describe.each(real ? ['the double', 'the real server'] : ['the double'])('%s', (which) => {
  let double: S3Server | null = null;
  let s3: S3World;
  beforeAll(async () => {
    double = which === 'the double' ? await startS3() : null;
    const settings = double?.settings ?? real;
    if (!settings) throw new Error('There is no server.');
    s3 = createWorld({ ...settings, prefix: `conformance-${randomBytes(4).toString('hex')}/` });
  });
  afterAll(async () => {
    const { bucket: Bucket, prefix: Prefix } = s3.settings;
    const { Contents = [] } = await s3.calls.send(new ListObjectsV2Command({ Bucket, Prefix }));
    for (const { Key = '' } of Contents) await s3.remove(Key.slice(Prefix.length));
    s3.close();
    await double?.close();
  });

  test.each([...objectNeeds, ...multipartNeeds, ...accessNeeds])('%s', (_, shows) => shows(s3));
});
