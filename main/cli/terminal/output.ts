/** Output streams that keep working after the reader closes the pipe or the disk is full. */
import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { type CodedError, systemCode } from '../../base/errors.ts';
import { fileError } from '../../base/files/files.ts';
import type { Streams } from './terminal.ts';

export type WatchedOutput = {
  /** Waits until stdout is flushed. Returns the error if output was lost, else null. */
  lost(): Promise<CodedError | null>;
};

export function ownStreams(): Streams {
  const { stdout, stderr } = process;
  // Node ignores a partial write to a file, which would silently truncate the result.
  return { stdout: isFile(stdout.fd) ? fileOutput(stdout.fd) : stdout, stderr };
}

/** Returns true for a regular file; false for an invalid descriptor, as in a program without a console. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** Calls `onLoss` once if stdout cannot be written, unless its reader closed the pipe. */
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

/** Writes each chunk completely or emits an error. Continues after errors: the disk may have space again. */
function fileOutput(fd: number): Writable {
  let isCut = false;
  const output: Writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      try {
        // Ends the truncated line.
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
