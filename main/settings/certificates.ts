import { X509Certificate } from 'node:crypto';
import { decodeText } from '../base/formats/unicode-text.ts';
import { messageOf } from '../messages/message.ts';
import { settingsErrors } from './errors.ts';

export type Certificate = {
  readonly pem: string;
  readonly name: string;
  /** Milliseconds since 1970 UTC. */
  readonly validUntil: number;
};

type Block = { readonly label: string; readonly line: number; readonly lines: string[] };

const wanted: ReadonlySet<string> = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']);

/** Reads a PEM or DER file. Throws `settings/badCaFile` with the line of the first problem. */
export function readCertificates(bytes: Buffer, path: string): readonly Certificate[] {
  // DER: every certificate starts with a SEQUENCE tag.
  if (bytes[0] === 0x30) return [certificate(bytes, path, null)];
  const blocks = readBlocks(decodeText(bytes).text, path);
  const found = blocks.filter(({ label }) => wanted.has(label));
  if (found.length === 0) {
    const first = blocks[0];
    throw settingsErrors.badCaFile({
      path,
      line: first?.line ?? 1,
      problem: first
        ? messageOf('problem/noCertificate', { label: first.label })
        : messageOf('problem/noPem'),
    });
  }
  return found.map(({ lines, line }) => certificate(Buffer.from(lines.join('\n')), path, line));
}

function readBlocks(text: string, path: string): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(content)?.[1];
    const last = blocks.at(-1);
    if (label !== undefined) {
      if (isOpen && last) throw unended(last, path);
      blocks.push({ label, line: index + 1, lines: [content.trim()] });
      isOpen = true;
    } else if (isOpen && last) {
      last.lines.push(content.trim());
      isOpen = !content.includes(`-----END ${last.label}-----`);
    }
  }
  const last = blocks.at(-1);
  if (isOpen && last) throw unended(last, path);
  return blocks;
}

function unended({ label, line }: Block, path: string): Error {
  return settingsErrors.badCaFile({ path, line, problem: messageOf('problem/pemOpen', { label }) });
}

function certificate(bytes: Buffer, path: string, line: number | null): Certificate {
  try {
    const read = new X509Certificate(bytes);
    return { pem: read.toString(), name: nameOf(read.subject), validUntil: read.validToDate.getTime() };
  } catch (cause) {
    const problem = messageOf('problem/certificateRefused', { reason: refusal(cause) });
    throw settingsErrors.badCaFile({ path, line, problem }, { cause });
  }
}

/** Returns the reason at the end of an OpenSSL or BoringSSL error: `error:0c0000be:…:WRONG_TAG`. */
function refusal(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split(':').at(-1) ?? text).trim().replaceAll('_', ' ').toLowerCase();
}

function nameOf(subject: string): string {
  const name = /^CN=(.+)$/m.exec(subject) ?? /^O=(.+)$/m.exec(subject);
  return name?.[1] ?? subject.replaceAll('\n', ', ');
}
