import { app } from 'electron';
import { createLog, fileSink, type Log, Redactor, stderrSink, systemClock } from '../core.ts';
import { logFile } from './paths.ts';

export type Logging = { readonly log: Log; readonly redactor: Redactor };

/** Needs to know the data folder. */
export function openLogging(): Logging {
  const redactor = new Redactor();
  const sinks = [fileSink(logFile()), ...(app.isPackaged ? [] : [stderrSink])];
  return { redactor, log: createLog({ clock: systemClock, redactor, sinks }) };
}
