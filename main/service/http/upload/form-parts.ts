import type { Readable } from 'node:stream';
import type { Dicer } from '@fastify/busboy';
import { serviceErrors } from '../../errors.ts';
import type { ServiceLimits } from '../limits.ts';
import { decodeText, type PartHead, type PartHeaders, readPartHead } from './part-head.ts';

export type FormReader = {
  /** Consumes a file to its end, or returns null to skip it. */
  onFile(field: string, content: AsyncIterable<Uint8Array>, name: string): Promise<void> | null;
  onField(field: string, value: string): void;
  readonly fileOnly?: (field: string) => boolean;
};

export type FormParts = {
  /** Returns the number of bytes read through `onFile` or still buffered in parts. */
  consumed(): number;
  /** Waits for all parts after the form has ended. Throws `service/badBody` and the errors of `reader`. */
  done(): Promise<void>;
  /** Destroys all parts and waits until the reader has finished with them. */
  stop(error: unknown): Promise<void>;
};

const maxFiles = 4;

/** Passes each part of a form to `reader`. Calls `fail` as soon as a part cannot be read. */
export function readParts(
  form: Dicer,
  limits: ServiceLimits,
  reader: FormReader,
  fail: (error: unknown) => void,
): FormParts {
  const open: { readonly content: Readable; readonly done: Promise<void> }[] = [];
  const counted = { parts: 0, heads: 0, files: 0, fields: 0, taken: 0 };

  async function* countConsumed(content: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      counted.taken += chunk.length;
      yield chunk;
    }
  }
  const readPart = (content: Readable, { field, file, charset }: PartHead): Promise<void> | null => {
    if (file) {
      counted.files += 1;
      return counted.files > maxFiles
        ? rejectTooMany()
        : reader.onFile(field, countConsumed(content), file.name);
    }
    if (reader.fileOnly?.(field)) return rejectTextForFile(field);
    counted.fields += 1;
    if (counted.fields > limits.maxFormFields) return rejectTooMany();
    return readText(content, field, charset, limits).then((value) => reader.onField(field, value));
  };
  form.on('part', (content) => {
    counted.parts += 1;
    // The reader handles errors of its parts, but an error of a skipped part would crash the process.
    content.on('error', () => null);
    content.once('header', (given) => {
      counted.heads += 1;
      const read = readPartHead(headersOf(given));
      if (!read.ok) return fail(serviceErrors.badBody({ reason: read.reason }));
      const done = readPart(content, read.head);
      if (!done) return void content.resume();
      open.push({ content, done });
      done.catch(fail);
    });
  });
  return {
    consumed: () => open.reduce((sum, { content }) => sum + content.readableLength, counted.taken),
    done: async () => {
      if (counted.heads < counted.parts) throw serviceErrors.badBody({ reason: 'a part has no headers' });
      await Promise.all(open.map(({ done }) => done));
    },
    stop: async (error) => {
      for (const { content } of open) content.destroy(error instanceof Error ? error : undefined);
      await Promise.allSettled(open.map(({ done }) => done));
    },
  };
}

async function rejectTooMany(): Promise<never> {
  throw serviceErrors.badBody({ reason: 'it has too many parts' });
}

async function rejectTextForFile(field: string): Promise<never> {
  const reason = `the field "${field}" is text, not a file. With curl, write -F '${field}=@app.apk', with @ instead of <`;
  throw serviceErrors.badBody({ reason });
}

async function readText(
  content: Readable,
  field: string,
  charset: string,
  { maxFieldBytes }: ServiceLimits,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxFieldBytes)
      throw serviceErrors.bodyTooLarge({ what: `The form field "${field}"`, limit: maxFieldBytes });
    chunks.push(chunk);
  }
  const text = decodeText(Buffer.concat(chunks), charset);
  if (text === null) throw serviceErrors.badBody({ reason: `the field "${field}" is not ${charset} text` });
  return text;
}

function headersOf(given: object): PartHeaders {
  return new Map(
    Object.entries(given).map(([name, values]) => [name, Array.isArray(values) ? values.map(String) : []]),
  );
}
