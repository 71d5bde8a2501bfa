import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings.ts';

const connectTimeoutMs = 5_000;

/** Time without data after which the server is considered unavailable. */
export const idleTimeoutMs = 30_000;

export type S3Clients = {
  readonly settings: S3Settings;
  /** Client for all requests except downloads. */
  readonly requests: S3Client;
  /** Client for downloads. Its timeout ends when the response begins, because readers may be slow. */
  readonly downloads: S3Client;
  location(name: string): { readonly Bucket: string; readonly Key: string };
  destroy(): void;
};

export function connectS3(settings: S3Settings): S3Clients {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle, prefix, onRequest } = settings;
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const connection = { connectionTimeout: connectTimeoutMs, httpAgent: agent, httpsAgent: agent };
  const client = (timeouts: object): S3Client => {
    const s3Client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: pathStyle,
      // Set explicitly, so that the SDK reads neither configuration files nor environment variables.
      maxAttempts: 3,
      retryMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      // By default, the SDK sends checksums in a trailer, which Ceph and Swift reject. They are unnecessary,
      // because parts are signed.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // `Expect: 100-continue` would open a connection for each part.
      expectContinueHeader: false,
      requestHandler: { ...connection, ...timeouts },
    });
    if (onRequest) observeRequests(s3Client, onRequest);
    return s3Client;
  };
  const requests = client({ socketTimeout: idleTimeoutMs });
  const downloads = client({ requestTimeout: idleTimeoutMs, throwOnRequestTimeout: true });
  return {
    settings,
    requests,
    downloads,
    location: (name) => ({ Bucket: bucket, Key: `${prefix}${name}` }),
    destroy: () => {
      requests.destroy();
      downloads.destroy();
    },
  };
}

function observeRequests(client: S3Client, onRequest: NonNullable<S3Settings['onRequest']>): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const began = performance.now();
        let isSuccess = false;
        try {
          const answer = await next(args);
          isSuccess = true;
          return answer;
        } finally {
          onRequest({ command: commandName, seconds: (performance.now() - began) / 1_000, isSuccess });
        }
      },
    { step: 'initialize' },
  );
}
