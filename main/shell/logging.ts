import { app } from 'electron';
import { systemClock } from '../base/clock.ts';
import { createLog, fileSink, type Log, stderrSink } from '../base/log/log.ts';
import { Redactor } from '../base/log/redact.ts';
import { logFile } from './paths.ts';

export type Logging = { readonly log: Log; readonly redactor: Redactor };

/** Requires the data folder to be set: on Windows and Linux, the log file is in it. */
export function openLogging(): Logging {
  const redactor = new Redactor();
  const sinks = [fileSink(logFile()), ...(app.isPackaged ? [] : [stderrSink])];
  return { redactor, log: createLog({ clock: systemClock, redactor, sinks }) };
}
