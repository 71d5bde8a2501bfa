/** The built-in service on the folder given, as a process of its own; tells its address and its first user. */
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log.ts';
import { Redactor } from '../../main/base/redact.ts';
import { startService } from '../../main/service/service.ts';

const redactor = new Redactor();
const service = await startService({
  dataDir: process.argv[2] ?? '',
  clock: systemClock,
  log: createLog({ clock: systemClock, redactor, sinks: [] }),
  redactor,
});
process.send?.({ url: service.url, user: service.firstUser });
process.on('disconnect', () => void service.stop().then(() => process.exit()));
