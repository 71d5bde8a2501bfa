import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings.ts';

const connectMs = 5_000;

/** Time without data after which the server is considered unavailable. */
export const silenceMs = 30_000;

export type S3Clients = {
  readonly settings: S3Settings;
  /** For all requests except downloads. */
  readonly calls: S3Client;
  /** For downloads: limits the time until the response begins, not the time a slow reader takes. */
  readonly downloads: S3Client;
  at(name: string): { readonly Bucket: string; readonly Key: string };
  destroy(): void;
};

export function connectS3(settings: S3Settings): S3Clients {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle, prefix, onRequest } = settings;
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const connection = { connectionTimeout: connectMs, httpAgent: agent, httpsAgent: agent };
  const client = (timeouts: object): S3Client => {
    const made = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: pathStyle,
      // Set explicitly, so that the SDK does not read the user's configuration files and environment variables.
      maxAttempts: 3,
      retryMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      // The SDK sends checksums in a trailer, which Ceph and Swift reject; the signature covers each part anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // `Expect: 100-continue` would open a connection for each part.
      expectContinueHeader: false,
      requestHandler: { ...connection, ...timeouts },
    });
    if (onRequest) tellOfRequests(made, onRequest);
    return made;
  };
  const calls = client({ socketTimeout: silenceMs });
  const downloads = client({ requestTimeout: silenceMs, throwOnRequestTimeout: true });
  return {
    settings,
    calls,
    downloads,
    at: (name) => ({ Bucket: bucket, Key: `${prefix}${name}` }),
    destroy: () => {
      calls.destroy();
      downloads.destroy();
    },
  };
}

function tellOfRequests(client: S3Client, tell: NonNullable<S3Settings['onRequest']>): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const began = performance.now();
        let isDone = false;
        try {
          const answer = await next(args);
          isDone = true;
          return answer;
        } finally {
          tell({ command: commandName, seconds: (performance.now() - began) / 1_000, isDone });
        }
      },
    { step: 'initialize' },
  );
}
