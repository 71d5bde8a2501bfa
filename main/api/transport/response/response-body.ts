import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { systemCode } from '../../../base/errors.ts';
import { messageOf } from '../../../messages/message.ts';
import { apiErrors } from '../../errors.ts';

/** Far above the size of a list of ten thousand versions with their members. */
const maxBodyBytes = 128 * 1024 * 1024;
const maxErrorBodyBytes = 64 * 1024;

export type ResponseBody = {
  readonly host: string;
  readonly chunks: AsyncIterable<Buffer>;
  /** True for a status other than 2xx: reads only the beginning, and an unreadable body counts as empty. */
  readonly failed: boolean;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  /** Maximum bytes, both compressed and decompressed. Defaults to `maxBodyBytes`. */
  readonly maxBytes?: number | undefined;
};

/** Returns the decoded text. Throws `api/responseTooLarge`, `api/undecodable`, and connection errors. */
export async function readText(answer: ResponseBody): Promise<string> {
  const bytes = await readBytes(answer);
  return bytes.length === 0 ? '' : decode(bytes, answer.contentType);
}

/** Returns the decompressed bytes. Throws like `readText`. */
export async function readBytes(answer: ResponseBody): Promise<Buffer> {
  const bytes = await readRaw(answer);
  return bytes.length === 0 ? bytes : decompress(bytes, answer);
}

async function readRaw({ host, chunks, failed, maxBytes = maxBodyBytes }: ResponseBody): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    read.push(chunk);
    if (failed && length > maxErrorBodyBytes) break;
    if (length > maxBytes) throw apiErrors.responseTooLarge({ host });
  }
  return Buffer.concat(read);
}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decompressors: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
  ['identity', async (bytes) => bytes],
]);

/** Undoes encodings in reverse order: `gzip, br` was compressed with gzip first. */
async function decompress(bytes: Buffer, answer: ResponseBody): Promise<Buffer> {
  const { host, failed, contentEncoding, maxBytes = maxBodyBytes } = answer;
  const codings = (contentEncoding ?? '').toLowerCase().split(',');
  let unpacked = bytes;
  for (const coding of codings.map((name) => name.trim()).toReversed()) {
    const step = decompressors.get(coding === '' ? 'identity' : coding);
    if (!step && failed) return Buffer.alloc(0);
    if (!step)
      throw apiErrors.undecodable({ host, reason: messageOf('network/unknownEncoding', { coding }) });
    unpacked = await step(unpacked, { maxOutputLength: maxBytes }).catch((cause: unknown) => {
      if (failed) return Buffer.alloc(0);
      if (systemCode(cause) === 'ERR_BUFFER_TOO_LARGE') throw apiErrors.responseTooLarge({ host }, { cause });
      throw apiErrors.undecodable(
        { host, reason: messageOf('network/notUnpackable', { coding }) },
        { cause },
      );
    });
  }
  return unpacked;
}

/** Decodes with the charset of the content type. Defaults to UTF-8, also for an unknown charset. */
function decode(bytes: Buffer, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const isSupported = charset !== undefined && isCharset(charset);
  return new TextDecoder(isSupported ? charset : 'utf-8').decode(bytes);
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
