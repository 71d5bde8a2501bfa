import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, isoTime } from '../clock.ts';
import { systemCode } from '../errors.ts';
import { privateFolderMode } from '../files/private-folder.ts';
import type { Redactor } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const severity: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Writes one formatted line. Must not throw. */
export type LogSink = (line: string) => void;

export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  scope(name: string): Log;
};

/** A log entry, with secrets already redacted. */
export type LogEntry = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | null;
};

/** Creates a log that redacts each entry. `format` defaults to one line of human-readable text. */
export function createLog(options: {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly sinks: readonly LogSink[];
  readonly level?: LogLevel;
  readonly format?: (entry: LogEntry) => string;
}): Log {
  const { format = textLine, redactor } = options;
  const minSeverity = severity[options.level ?? 'info'];
  const write = (scope: string, level: LogLevel, message: string, fields?: Record<string, unknown>): void => {
    if (severity[level] < minSeverity) return;
    const text = format({
      time: isoTime(options.clock.now()),
      level,
      scope,
      message: redactor.text(message),
      fields: fields ? (redactor.value(fields) as Record<string, unknown>) : null,
    });
    for (const sink of options.sinks) sink(text);
  };
  const at = (scope: string): Log => ({
    debug: (message, fields) => write(scope, 'debug', message, fields),
    info: (message, fields) => write(scope, 'info', message, fields),
    warn: (message, fields) => write(scope, 'warn', message, fields),
    error: (message, fields) => write(scope, 'error', message, fields),
    scope: (name) => at(name),
  });
  return at('slipway');
}

function textLine({ time, level, scope, message, fields }: LogEntry): string {
  const extra = fields ? ` ${JSON.stringify(fields)}` : '';
  return `${time} ${level.toUpperCase().padEnd(5)} ${scope}: ${message}${extra}`;
}

/** Formats an entry as one JSON object with its fields at the top level. */
export function jsonLine({ fields, ...entry }: LogEntry): string {
  return JSON.stringify({ ...entry, ...fields, ...entry });
}

const megabyte = 1024 * 1024;

/** Appends to a private file; rotates it to `.1` at 5 MiB. If it is not writable, writes to stderr. */
export function fileSink(path: string): LogSink {
  let failing = false;
  return (line) => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: privateFolderMode });
      if (sizeOf(path) > 5 * megabyte) renameSync(path, `${path}.1`);
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
      failing = false;
    } catch (error) {
      if (!failing)
        writeToStderr(`The log ${path} cannot be written (${systemCode(error) ?? String(error)}).`);
      failing = true;
      writeToStderr(line);
    }
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

export const stderrSink: LogSink = (line) => writeToStderr(line);

/** Ignores errors of stderr, which may be closed or redirected to a full disk. */
function writeToStderr(line: string): void {
  const { stderr } = process;
  if (!stderr.listeners('error').includes(ignore)) stderr.on('error', ignore);
  stderr.write(`${line}\n`);
}

function ignore(): void {}
