import { systemClock } from '../../main/base/clock.ts';
import { createLog, type Log } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';

/** Creates a real log that collects its lines. */
export function collectedLog(redactor: Redactor = new Redactor()): {
  readonly log: Log;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const log = createLog({
    clock: systemClock,
    redactor,
    level: 'debug',
    sinks: [(line) => lines.push(line)],
  });
  return { log, lines };
}
