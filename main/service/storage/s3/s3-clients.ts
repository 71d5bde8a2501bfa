import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings.ts';

const connectMs = 5_000;

/** After which a server that says nothing counts as away. */
export const silenceMs = 30_000;

/** The SDK's clients and where each object is. */
export type S3Clients = {
  readonly settings: S3Settings;
  /** For everything but downloads. */
  readonly calls: S3Client;
  /** For downloads: nothing limits the time a reader takes, only that until the answer begins. */
  readonly downloads: S3Client;
  /** The bucket and the key of an object, as commands take them. */
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
      // Else files and variables of the computer's user would be asked.
      maxAttempts: 3,
      retryMode: 'standard',
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      // The SDK's own checksums come in a trailer that Ceph and Swift refuse. The signature has a sha-256 of each part.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // With it, each part would open a connection.
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
