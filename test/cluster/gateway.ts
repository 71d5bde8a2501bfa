import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { connectS3 } from '../../main/service/storage/s3/s3-clients.ts';
import type { S3Settings } from '../../main/service/storage/s3/settings.ts';

/** A real S3 server with one bucket. */
export type Gateway = {
  readonly name: string;
  readonly settings: Omit<S3Settings, 'prefix'>;
  /** Stops the server, but keeps its data for `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops all processes of the server. */
  end(): Promise<void>;
};

export async function makeBucket(settings: Omit<S3Settings, 'prefix'>): Promise<void> {
  const clients = connectS3({ ...settings, prefix: '' });
  try {
    await clients.requests.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  } finally {
    clients.destroy();
  }
}
