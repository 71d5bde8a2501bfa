import { systemClock } from '../../main/base/clock.ts';
import { createLog, type Log } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';

/** A real log whose lines are kept for the test to read. */
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
