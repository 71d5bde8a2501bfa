import { totalsOf } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Totals } from '../../parts/list/totals.tsx';
import { useApp, useFormat, useRunningUploads, useUploadList } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';

/** `2 uploading · 148 MB/s · 1 min left`. */
export function UploadTotals() {
  const app = useApp();
  const format = useFormat();
  const running = useRunningUploads();
  const failed = useUploadList().filter((upload) => upload.state === 'failed').length;
  const paused = useStore(app.paused);
  const totals = totalsOf(running);
  const parts = [
    paused ? t('uploads.pausedTotals') : null,
    totals.working > 0 ? t('uploads.uploadingTotals', { count: totals.working }) : null,
    totals.queued > 0 ? t('uploads.queuedTotals', { count: totals.queued }) : null,
    totals.bytesPerSecond > 0 ? format.speed(totals.bytesPerSecond) : null,
    totals.secondsLeft !== null ? t('uploads.timeLeft', { time: format.duration(totals.secondsLeft) }) : null,
    failed > 0 ? t('uploads.failedTotals', { count: failed }) : null,
    totals.attention > 0 ? t('uploads.askingTotals', { count: totals.attention }) : null,
  ];
  return <Totals parts={parts} />;
}
