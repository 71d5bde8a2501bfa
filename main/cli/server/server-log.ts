import { systemClock } from '../../base/clock.ts';
import { createLog, jsonLine, type Log, type LogLevel } from '../../base/log/log.ts';
import type { CommandContext } from '../run/context.ts';

/** The log of a server, one JSON object per line: on stdout, or on stderr for a command that has a result. */
export function serverLog(
  { terminal, redactor }: CommandContext,
  level: LogLevel,
  stream: 'stdout' | 'stderr' = 'stdout',
): Log {
  const sinks = [(line: string) => (stream === 'stdout' ? terminal.raw(`${line}\n`) : terminal.note(line))];
  return createLog({ clock: systemClock, redactor, sinks, level, format: jsonLine });
}
