import { systemClock } from '../../base/clock.ts';
import { createLog, jsonLine, type Log, type LogLevel } from '../../base/log/log.ts';
import type { CommandContext } from '../run/context.ts';

/** The log of a server: an object a line on stdout, for whoever collects it. */
export function serverLog({ terminal, redactor }: CommandContext, level: LogLevel): Log {
  const sinks = [(line: string) => terminal.raw(`${line}\n`)];
  return createLog({ clock: systemClock, redactor, sinks, level, format: jsonLine });
}
