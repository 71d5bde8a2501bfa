/** Runs the built-in service with fault points in a separate process, which tests control by messages. */
import { once } from 'node:events';
import { systemClock } from '../../main/base/clock.ts';
import { createLog } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { type SmtpSettings, startService } from '../../main/service/service.ts';
import { quickPasswords } from '../fakes/quick-passwords.ts';
import { installFaultPoints, type Plan } from './fault-points.ts';

export type Order = { readonly plan: Plan } | 'points' | 'idle' | 'stop';

const dataDir = process.argv[2] ?? '';
const reservedSpace = Number(process.argv[3] ?? 0);
const smtp = JSON.parse(process.argv[4] ?? 'null') as SmtpSettings | null;
const points = await installFaultPoints(dataDir);
const redactor = new Redactor();
const log = createLog({
  clock: systemClock,
  redactor,
  level: 'warn',
  sinks: [(line) => process.stderr.write(`${line}\n`)],
});
const service = await startService({
  dataDir,
  clock: systemClock,
  log,
  redactor,
  limits: { reservedSpace },
  smtp,
  ...quickPasswords,
});
process.send?.({ url: service.url, user: service.firstUser });

process.on('disconnect', () => process.exit());
for (;;) {
  const [order] = (await once(process, 'message')) as [Order];
  if (order === 'stop') break;
  if (order === 'idle') await service.idle();
  else if (order !== 'points') points.plan(order.plan);
  process.send?.(points.met());
}
await service.stop();
process.exit();
