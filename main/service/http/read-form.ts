import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { CodedError } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import type { ServiceLimits } from './limits.ts';

const largestField = 64 * 1024;

/** What to do with the parts of a form as they arrive. A file's stream must be read to its end. */
export type FormReader = {
  onFile(field: string, stream: Readable, name: string): Promise<void>;
  onField(field: string, value: string): void;
};

/**
 * Reads a `multipart/form-data` body as it arrives. Rejects with the first failure of the body, of the connection or of
 * the reader, after the reader has let go of the file. Throws `service/mediaType`, `badUpload`, `tooLarge`, `badBody`.
 */
export async function readForm(
  request: IncomingMessage,
  limits: ServiceLimits,
  reader: FormReader,
): Promise<void> {
  const form = openForm(request, limits);
  const files: { readonly stream: Readable; readonly done: Promise<void> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (field: string, stream: Readable, name: string | undefined) => {
        // Whoever reads the stream meets its failure; a stream nobody reads must not bring the process down.
        stream.on('error', () => null);
        stream.once('limit', () => reject(serviceErrors.tooLarge({ limit: limits.largestBuild ?? 0 })));
        const done = reader.onFile(field, stream, name ?? '');
        files.push({ stream, done });
        done.catch(reject);
      });
      form.on('field', (field: string, value: string, _nameCut: boolean, valueCut: boolean) => {
        if (valueCut) reject(serviceErrors.bodyTooLarge({ what: `The form field "${field}"` }));
        else reader.onField(field, value);
      });
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        form.on(limit, () => reject(serviceErrors.badBody({ reason: 'it has too many parts' })));
      }
      form.once('finish', () => resolve());
      form.on('error', (error: unknown) => reject(brokenForm(error)));
      request.on('error', (error) => reject(brokenForm(error)));
      request.once('close', () => {
        if (!request.complete) reject(brokenForm(new Error('the connection was lost')));
      });
      request.pipe(form);
    });
    await Promise.all(files.map(({ done }) => done));
  } catch (error) {
    request.unpipe(form);
    // Read to the end, so that a client that is still writing gets to see the answer.
    request.resume();
    for (const { stream } of files) stream.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled(files.map(({ done }) => done));
    throw error;
  }
}

function openForm(request: IncomingMessage, limits: ServiceLimits): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw serviceErrors.mediaType({ given: type || '(none)', wanted: 'multipart/form-data' });
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyConfig['headers'],
      limits: {
        fileSize: limits.largestBuild ?? Number.POSITIVE_INFINITY,
        fieldSize: largestField,
        fields: limits.formFields,
        files: 4,
        headerPairs: 50,
      },
    });
  } catch (cause) {
    throw brokenForm(cause);
  }
}

function brokenForm(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return serviceErrors.badUpload({ reason }, { cause });
}
