import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { CodedError } from '../../base/errors.ts';
import { serviceErrors } from '../errors.ts';
import { watchArrival } from './form-arrival.ts';
import type { ServiceLimits } from './limits.ts';

/** What to do with the parts of a form as they arrive. */
export type FormReader = {
  /** Takes the content of a file in, to its end; null for a file nobody asked for. */
  onFile(field: string, content: Readable, name: string): Promise<void> | null;
  onField(field: string, value: string): void;
};

type File = { readonly content: BusboyFileStream; readonly done: Promise<void> };
type Fail = (error: unknown) => void;

/** The beginning of a header block is told from its end by this much; nothing longer is a name. */
const largestPartHeaders = 16 * 1024;

/**
 * Reads a `multipart/form-data` body as it arrives. Rejects with the first failure of the body, of the connection or of
 * the reader, after the reader has let go of the file; what is left of the body is then still to be read. `withinMs`
 * limits the whole time; without it the body has only to keep moving. Throws `service/mediaType`, `badUpload`,
 * `badBody`, `bodyTooLarge`, `tooLarge`, `tooSlow`, `silent`.
 */
export async function readForm(
  request: IncomingMessage,
  limits: ServiceLimits,
  reader: FormReader,
  { withinMs = null }: { readonly withinMs?: number | null } = {},
): Promise<void> {
  const form = openForm(request, limits);
  const files: File[] = [];
  let letGo = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail: Fail = (error) => reject(brokenForm(error));
      readParts(form, limits, reader, files, fail);
      const taken = (): number => files.reduce((sum, { content }) => sum + content.bytesRead, 0);
      letGo = watchArrival({ request, form, limits, withinMs, taken, done: resolve, fail });
    });
    await Promise.all(files.map(({ done }) => done));
  } catch (error) {
    letGo();
    for (const { content } of files) content.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled(files.map(({ done }) => done));
    throw error;
  }
  letGo();
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
        fieldSize: limits.largestField,
        fields: limits.formFields,
        files: 4,
        headerPairs: 50,
        headerSize: largestPartHeaders,
      },
    });
  } catch (cause) {
    throw brokenForm(cause);
  }
}

function readParts(
  form: BusboyInstance,
  limits: ServiceLimits,
  reader: FormReader,
  files: File[],
  fail: Fail,
): void {
  form.on(
    'file',
    (field: string | undefined, content: BusboyFileStream, name: string | undefined, encoding) => {
      // Whoever reads the content meets its failure; content nobody reads must not bring the process down.
      content.on('error', () => null);
      content.once('limit', () => fail(serviceErrors.tooLarge({ limit: limits.largestBuild ?? 0 })));
      const refusal = refusalOf(field, encoding);
      if (refusal) fail(refusal);
      const done = refusal ? null : reader.onFile(field ?? '', content, name ?? '');
      if (!done) return void content.resume();
      files.push({ content, done });
      done.catch(fail);
    },
  );
  form.on('field', (field: string | undefined, value, _nameCut, valueCut, encoding) => {
    const refusal = refusalOf(field, encoding);
    if (refusal) fail(refusal);
    else if (valueCut) fail(serviceErrors.bodyTooLarge({ what: `The form field "${field}"` }));
    else reader.onField(field ?? '', value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => fail(serviceErrors.badBody({ reason: 'it has too many parts' })));
  }
}

/** What every part must have, and what none may. */
function refusalOf(field: string | undefined, encoding: string): CodedError | null {
  if (!field) return serviceErrors.badBody({ reason: 'a part of the form has no name' });
  // RFC 7578 section 4.7 has parts sent as they are.
  if (/^(7bit|8bit|binary)$/.test(encoding)) return null;
  return serviceErrors.badBody({ reason: `the transfer encoding ${encoding} is not read here` });
}

function brokenForm(cause: unknown): CodedError {
  if (cause instanceof CodedError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return serviceErrors.badUpload({ reason }, { cause });
}
