/** One upload's progress as one line. Pure. */
import type { UploadView } from '../core.ts';
import { formatBytes, formatDuration, formatSpeed, plainText } from './format.ts';

const barWidth = 20;

/** `Notes.apk  ▓▓▓▓▓▓▓░░░  63 %  41.0 of 65.2 MB  22.1 MB/s  1 s left`, cut to `width` columns. */
export function progressLine(upload: UploadView, width: number): string {
  const line = `${nameOf(upload)}  ${bar(upload)}  ${progressText(upload)}`;
  return [...line].slice(0, Math.max(20, width - 1)).join('');
}

/** The figures alone: percent, bytes, speed and time left, as far as they are known. */
export function progressText(upload: UploadView): string {
  const parts = [`${String(percent(upload)).padStart(3)} %`];
  parts.push(`${formatBytes(upload.sentBytes)} of ${formatBytes(upload.totalBytes)}`);
  if (upload.bytesPerSecond !== null) parts.push(formatSpeed(upload.bytesPerSecond));
  if (upload.secondsLeft !== null) parts.push(`${formatDuration(upload.secondsLeft)} left`);
  return parts.join('  ');
}

export function percent(upload: Pick<UploadView, 'sentBytes' | 'totalBytes'>): number {
  if (upload.totalBytes <= 0) return 0;
  return Math.min(100, Math.floor((upload.sentBytes / upload.totalBytes) * 100));
}

function bar(upload: UploadView): string {
  const full = Math.round((percent(upload) / 100) * barWidth);
  return '▓'.repeat(full) + '░'.repeat(barWidth - full);
}

function nameOf(upload: UploadView): string {
  return plainText(upload.fileName);
}
