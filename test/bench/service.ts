/**
 * Runs the built-in service in a separate process, optionally with a public URL. Sends its URL and first user. Answers messages with its
 * resident memory in bytes: the current value (`now`), or the peak since the previous message (`peak`).
 */
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { startService } from '../../main/service/service.ts';

const redactor = new Redactor();
const [dataDir = '', publicUrl] = process.argv.slice(2);
const service = await startService({
  dataDir,
  ...(publicUrl === undefined ? {} : { publicUrl }),
  clock: systemClock,
  log: createLog({ clock: systemClock, redactor, sinks: [] }),
  redactor,
});

let peak = 0;
const measure = (): number => {
  const now = process.memoryUsage.rss();
  peak = Math.max(peak, now);
  return now;
};
process.once('message', () => setInterval(measure, 5).unref());
process.on('message', () => {
  process.send?.({ now: measure(), peak });
  peak = 0;
});
process.send?.({ url: service.url, localUrl: service.localUrl, user: service.firstUser });
process.on('disconnect', () => void service.stop().then(() => process.exit()));
