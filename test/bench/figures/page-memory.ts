/** Growth of the page's heap after 18,000 events, an hour at five per second. */
import type { Page } from 'playwright';
import type { Core } from '../../../main/core.ts';
import { stateLabels } from '../../../main/uploads/record/state-labels.ts';
import type { UploadState, UploadView } from '../../../main/uploads/upload-view.ts';
import type { Figure } from '../figure.ts';
import { fillJournal } from '../many-uploads.ts';
import { withPage } from '../page.ts';

const events = 5 * 3_600;
const progressOfBuild = 16;
/** Number of finished uploads in a full list. Each further upload evicts the oldest. */
const listed = 200;

export const pageMemory: Figure = {
  name: 'page-memory-after-18000-events',
  peer: 'the same page at its start',
  unit: 'MiB',
  goal: 1.5,
  better: 'less',
  measure: () =>
    withPage(
      (dataDir) => fillJournal(dataDir, listed, (number) => ({ path: `/builds/app-${number}.apk` })),
      async (page, core) => {
        const before = await heapSize(page);
        await live(page, core);
        return { ours: [await heapSize(page)], theirs: [before] };
      },
    ),
};

/** Returns the size of the JavaScript heap in MiB. Collects garbage twice before. */
async function heapSize(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 2; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  process.stderr.write(`  ${Math.round(usedSize / 1024)} KiB, ${nodes} nodes\n`);
  await session.detach();
  return usedSize / 1024 ** 2;
}

/** Emits the events of many uploads. Each upload evicts the oldest one from the list. */
async function live(page: Page, core: Core): Promise<void> {
  const first = core.uploads.list()[0];
  if (!first) throw new Error('the list is empty');
  const emitter = core.uploads.events;
  let sent = 0;
  for (let build = 1; sent < events; build += 1) {
    const upload: UploadView = { ...first, id: `new-${build}`, addedAt: Date.now(), totalBytes: 65_000_000 };
    const become = (state: UploadState): void =>
      emitter.emit('changed', {
        ...upload,
        state,
        stateLabel: stateLabels[state],
        finishedAt: state === 'done' ? Date.now() : null,
      });
    become('queued');
    become('uploading');
    for (let step = 1; step <= progressOfBuild; step += 1) {
      const sentBytes = (upload.totalBytes * step) / progressOfBuild;
      emitter.emit('progress', { ...upload, sentBytes, bytesPerSecond: 22_000_000, secondsLeft: 1 });
    }
    become('confirming');
    become('done');
    emitter.emit('evicted', { id: build <= listed ? `id-${build}` : `new-${build - listed}` });
    sent += progressOfBuild + 5;
    if (build % 4 === 0) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.waitForFunction(
    (name) => document.body.textContent?.includes(name),
    first.package?.name ?? first.fileName,
  );
}
