import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { serviceErrors } from '../errors.ts';
import type { ServiceLimits } from './limits.ts';
import { decodeText, readHeaderValue } from './upload/part-head.ts';

type FieldLimits = Pick<ServiceLimits, 'maxFormFields' | 'maxFieldBytes'>;

/** Parses JSON, and forms as `URLSearchParams`. Rejects text that is not UTF-8 with `service/badBody`. */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
  const readJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many clients send a Content-Type even without a body, for example on activate.
    if (body.length === 0) return done(null, undefined);
    checkUtf8(body, request.headers['content-type']);
    const text = body.toString();
    void readJson(request, text, (error, value: unknown) => {
      if (error) done(error);
      else if (!/\\ud/i.test(text) || isWellFormed(value)) done(null, value);
      else done(invalidUtf8());
    });
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      checkUtf8(percentDecoded(body), request.headers['content-type']);
      done(null, new URLSearchParams(body.toString()));
    },
  );
  server.addContentTypeParser(/^multipart\/form-data/i, (_request, _payload, done) => done(null, null));
}

/** Throws `service/badBody` for text that is not UTF-8, which would otherwise be decoded wrongly. */
function checkUtf8(bytes: Buffer, contentType = ''): void {
  if (!isUtf8(bytes)) throw invalidUtf8();
  const charset = readHeaderValue(contentType)?.parameters.get('charset') ?? 'utf-8';
  if (decodeText(bytes, charset) !== bytes.toString()) {
    throw serviceErrors.badBody({ reason: `it must be UTF-8, but its Content-Type declares ${charset}` });
  }
}

/** Returns true if no string or key contains a lone surrogate, which JSON can encode as `\ud800`. */
function isWellFormed(value: unknown): boolean {
  return !/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

function invalidUtf8(): Error {
  return serviceErrors.badBody({ reason: 'it is not UTF-8 text' });
}

function percentDecoded(body: Buffer): Buffer {
  const hex = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
  return Buffer.from(body.toString('latin1').replaceAll(/%([0-9a-f]{2})/gi, hex), 'latin1');
}

/** Throws `service/badBody` for too many fields and `service/bodyTooLarge` for an oversized field. */
export function checkFields(form: URLSearchParams, { maxFormFields, maxFieldBytes }: FieldLimits): void {
  if (form.size > maxFormFields) {
    throw serviceErrors.badBody({ reason: `it has ${form.size} fields, more than ${maxFormFields}` });
  }
  for (const [field, value] of form) {
    if (Buffer.byteLength(value) > maxFieldBytes) {
      const what = `The form field "${field.slice(0, 100)}"`;
      throw serviceErrors.bodyTooLarge({ what, limit: maxFieldBytes });
    }
  }
}
