import type { UploadView } from '../../uploads/upload-view.ts';
import { buildTitle, uploadFigures } from '../run/follow.ts';
import { formatTime, plainText } from '../terminal/format.ts';

const names: Readonly<Partial<Record<UploadView['timeline'][number]['event'], string>>> = {
  appeared: 'appeared in the folder',
  finished: 'finished by the compiler',
  queued: 'queued',
  uploading: 'uploading',
  uploaded: 'uploaded',
  active: 'active',
  sent: 'sent',
  'already-there': 'already there',
};

export function timelineLines(upload: UploadView): readonly string[] {
  const first = upload.timeline[0]?.at ?? 0;
  const figures = uploadFigures(upload);
  return [
    `${buildTitle(upload)}  (${plainText(upload.package?.id ?? upload.fileName)})`,
    ...upload.timeline.map(({ event, at }) => {
      const after = `+${((at - first) / 1000).toFixed(3)} s`.padStart(12);
      const extra = event === 'uploaded' && figures !== null ? `  (${figures})` : '';
      return `  ${formatTime(at)}${after}  ${names[event] ?? event}${extra}`;
    }),
  ];
}

/** Returns the main headers and the plain-text part of a message. */
export function messageLines(message: string): readonly string[] {
  const lines = message.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf('');
  const headers = lines.slice(0, end).filter((line) => /^(from|to|subject):/i.test(line));
  return [...headers, '', ...textPart(lines.slice(end + 1))].map((line) => plainText(line).trimEnd());
}

function textPart(body: readonly string[]): readonly string[] {
  const at = body.findIndex((line) => /^content-type: text\/plain/i.test(line));
  if (at < 0) return body;
  const start = body.indexOf('', at) + 1;
  const length = body.slice(start).findIndex((line) => line.startsWith('--'));
  const text = body.slice(start, length < 0 ? undefined : start + length);
  const encoding = body.slice(at, start).find((line) => /^content-transfer-encoding:/i.test(line)) ?? '';
  if (/base64/i.test(encoding)) return Buffer.from(text.join(''), 'base64').toString('utf8').split(/\r?\n/);
  return /quoted-printable/i.test(encoding) ? decodeQuotedPrintable(text.join('\n')).split('\n') : text;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
