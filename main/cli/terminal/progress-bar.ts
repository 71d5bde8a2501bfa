import { byteSizeText, speedText } from '../../messages/byte-size.ts';
import { textOf } from '../../messages/text.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import { formatDuration, plainText } from './format.ts';

const barWidth = 20;
const minNameWidth = 12;

/**
 * Returns `Notes.apk ▓▓▓▓▓▓▓░░░ 63 % 41.0 MB of 65.2 MB 22.1 MB/s 1 s left` in at most `width` columns.
 * Shortens the name and omits the bar before it cuts figures.
 */
export function progressLine(upload: UploadView, width: number): string {
  const figures = progressText(upload);
  const room = width - 1 - figures.length - 2;
  const barText = room >= barWidth + 2 + minNameWidth ? `${bar(upload)}  ` : '';
  const name = cut(plainText(upload.fileName), Math.max(minNameWidth, room - barText.length));
  return [...`${name}  ${barText}${figures}`].slice(0, width - 1).join('');
}

function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`;
}

/** Returns percent, bytes, speed and time left where available, or the reason for waiting. */
export function progressText(upload: UploadView): string {
  const parts = [`${String(percent(upload)).padStart(3)} %`];
  parts.push(`${byteSizeText(upload.sentBytes)} of ${byteSizeText(upload.totalBytes)}`);
  if (upload.stall) parts.push(waitingText(textOf(upload.stateLabel), upload.stall));
  if (upload.bytesPerSecond !== null) parts.push(speedText(upload.bytesPerSecond));
  if (upload.secondsLeft !== null) parts.push(`${formatDuration(upload.secondsLeft)} left`);
  return parts.join('  ');
}

/** Returns text such as `no answer for 20 s`. Omits times below 1 s. */
function waitingText(stateText: string, waiting: NonNullable<UploadView['stall']>): string {
  const text = stateText.charAt(0).toLowerCase() + stateText.slice(1);
  if (waiting.seconds < 1) return text;
  const time = formatDuration(waiting.seconds);
  return waiting.reason === 'acknowledgement' ? `${text} for ${time}` : `${text} (${time})`;
}

export function percent(upload: Pick<UploadView, 'sentBytes' | 'totalBytes'>): number {
  if (upload.totalBytes <= 0) return 0;
  return Math.min(100, Math.floor((upload.sentBytes / upload.totalBytes) * 100));
}

function bar(upload: UploadView): string {
  const full = Math.round((percent(upload) / 100) * barWidth);
  return '▓'.repeat(full) + '░'.repeat(barWidth - full);
}
