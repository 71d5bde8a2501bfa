import { totalsOf } from '../../logic/uploads.ts';
import { useApp, useFormat, useRunningUploads, useUploadList } from '../../state/app-state.ts';
import { useStore } from '../../state/store.ts';
import { words } from '../../words/uploads.ts';

/** `2 uploading · 148 MB/s · 1 min left`. */
export function UploadTotals() {
  const app = useApp();
  const format = useFormat();
  const running = useRunningUploads();
  const failed = useUploadList().filter((upload) => upload.state === 'failed').length;
  const paused = useStore(app.paused);
  const totals = totalsOf(running);
  const parts = [
    paused ? words.pausedTotals : null,
    totals.working > 0 ? words.uploadingTotals(format.count(totals.working)) : null,
    totals.queued > 0 ? words.queuedTotals(format.count(totals.queued)) : null,
    totals.bytesPerSecond > 0 ? format.speed(totals.bytesPerSecond) : null,
    totals.secondsLeft !== null ? words.timeLeft(format.duration(totals.secondsLeft)) : null,
    failed > 0 && running.length === 0 ? words.failedTotals(format.count(failed)) : null,
  ].filter((part) => part !== null);
  return <span>{parts.join(' · ')}</span>;
}
