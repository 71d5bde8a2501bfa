import { expect, test } from 'vitest';
import { percent, progressLine, progressText } from '../../../main/cli/terminal/progress-bar.ts';
import { messageOf } from '../../../main/messages/message.ts';
import { toView } from '../../../main/uploads/record/view.ts';
import type { UploadView } from '../../../main/uploads/upload-view.ts';
import { sampleRecord } from '../uploads/samples.ts';

const upload: UploadView = {
  ...toView(sampleRecord(), null, null),
  fileName: 'notes.apk',
  state: 'uploading',
  sentBytes: 41_000_000,
  totalBytes: 65_200_000,
  bytesPerSecond: 22_100_000,
  secondsLeft: 1.1,
};

test('progressLine shows bar, percent, bytes, speed and time left', () => {
  expect(progressLine(upload, 120)).toBe(
    'notes.apk  ▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░   62 %  41\u00A0MB of 65.2\u00A0MB  22.1\u00A0MB/s  1 s left',
  );
});

test('progressLine shortens the name and drops the bar in narrow terminals', () => {
  const long = { ...upload, fileName: `${'very-'.repeat(30)}long.apk` };
  for (const width of [60, 80, 100, 200]) {
    const line = progressLine(long, width);
    expect([...line].length).toBeLessThan(width);
    if (width > 60) expect(line).toContain('62 %  41\u00A0MB of 65.2\u00A0MB  22.1\u00A0MB/s  1 s left');
  }
  expect(progressLine(long, 70)).not.toContain('▓');
});

test('progressText shows the reason for a wait instead of the speed', () => {
  const still = { ...upload, bytesPerSecond: null, secondsLeft: null };
  const silent = {
    ...still,
    stateLabel: messageOf('state/noAnswer'),
    stall: { reason: 'acknowledgement', seconds: 20 } as const,
  };
  expect(progressText(silent)).toBe(' 62 %  41\u00A0MB of 65.2\u00A0MB  no answer for 20 s');
  const whole = { ...still, stateLabel: messageOf('state/serviceWorks'), sentBytes: upload.totalBytes };
  expect(progressText({ ...whole, stall: { reason: 'response', seconds: 95 } })).toBe(
    '100 %  65.2\u00A0MB of 65.2\u00A0MB  the service is processing it (1 min 35 s)',
  );
  expect(progressText({ ...whole, stall: { reason: 'response', seconds: 0 } })).toMatch(
    / {2}the service is processing it$/,
  );
});

test('percent is between 0 and 100', () => {
  expect(percent({ sentBytes: 5, totalBytes: 0 })).toBe(0);
  expect(percent({ sentBytes: 70, totalBytes: 65 })).toBe(100);
  expect(percent({ sentBytes: 649, totalBytes: 650 })).toBe(99);
});
