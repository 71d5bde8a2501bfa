/** Where a command writes, kept from ending it: a reader that goes away, and a disk that is full. */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { type CodedError, systemCode } from '../../base/errors.ts';
import { fileError } from '../../base/files/files.ts';
import type { Streams } from './terminal.ts';

export type WatchedOutput = {
  /** Why stdout does not hold everything that was written to it, once all of it was; null when it does. */
  lost(): Promise<CodedError | null>;
};

/** This process's own streams. */
export function ownStreams(): Streams {
  const { stdout, stderr } = process;
  // Node takes a part of what is written to a file for the whole of it, and would cut the result short without a word.
  return { stdout: isFile(stdout.fd) ? wholeOutput(stdout.fd) : stdout, stderr };
}

/** False also where there is no such output, as in a program without a console. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/**
 * Nothing that goes wrong with an output ends the work; `onLoss` hears once why stdout cannot be written. Whoever reads it
 * may stop reading (`slipway apps | head`), and what cannot be written to stderr can be told to nobody.
 */
export function watchOutput(
  { stdout, stderr }: Streams,
  onLoss: (reason: CodedError) => void,
): WatchedOutput {
  let reason: CodedError | null = null;
  stderr.on('error', () => undefined);
  stdout.on('error', (error) => {
    if (reason !== null || systemCode(error) === 'EPIPE') return;
    reason = fileError(error, 'stdout');
    onLoss(reason);
  });
  return {
    lost: async () => {
      await new Promise<void>((resolve) => {
        stdout.write('', () => resolve());
      });
      return reason;
    },
  };
}

/** Writes to a file to the last byte or emits why not, and goes on: the disk may have room again for what comes next. */
function wholeOutput(fd: number): Writable {
  let isCut = false;
  const output: Writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      try {
        // What comes after a piece of a line begins on a line of its own.
        if (isCut) writeSync(fd, '\n');
        isCut = false;
        for (let at = 0; at < chunk.length; isCut = at < chunk.length) at += writeSync(fd, chunk, at);
      } catch (error) {
        output.emit('error', error);
      }
      done();
    },
  });
  return output;
}
