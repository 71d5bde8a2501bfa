import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { fileError } from '../../base/files/files.ts';
import { localised } from '../../messages/localised.ts';
import { textOf } from '../../messages/text.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { type Style, showsColour, styled } from './colour.ts';
import { plainText } from './format.ts';

/** Where a command writes. Streams are given so that tests and other programs can hold them. */
export type Streams = {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
};

/** Results go to stdout, everything else to stderr; with `json` stdout holds JSON only. */
export type Terminal = {
  readonly json: boolean;
  /** Whether lines may be redrawn. */
  readonly live: boolean;
  readonly width: () => number;
  /** A line for a person: stdout, or stderr when stdout holds JSON. */
  say(line: string, style?: Style): void;
  /** Lines that show the result to a person; nothing with `json`. */
  show(lines: readonly string[]): void;
  /** A line about how it goes: always stderr. */
  note(line: string, style?: Style): void;
  /** As `note`; a line that was written so before is left out. */
  noteOnce(line: string): void;
  /** Text that is the result itself: stdout, as it is. */
  raw(text: string): void;
  /** The result for a program, of which there is one: what comes after it is left out. Nothing unless `json`. */
  result(value: unknown): void;
  /** Ends a command that succeeded: shows the line, writes the result and returns the exit code. */
  done(value: unknown, line?: string, style?: Style): ExitCode;
  /** One line of several (JSON Lines), as long as there is no result; nothing unless `json`. */
  resultLine(value: unknown): void;
  /** Lines that replace the ones last drawn; an empty list leaves them as they are and begins anew. */
  draw(lines: readonly string[]): void;
};

/** `colour`: no option says that there is to be none. */
export function createTerminal(streams: Streams, json: boolean, colour = true): Terminal {
  let drawn = 0;
  const noted = new Set<string>();
  let hasResult = false;
  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`);
  const write = (stream: NodeJS.WritableStream, line: string, style?: Style): void => {
    if (drawn > 0) streams.stderr.write(erase());
    drawn = 0;
    stream.write(`${style !== undefined && showsColour(stream, colour) ? styled(style, line) : line}\n`);
  };
  const say: Terminal['say'] = (line, style) => write(json ? streams.stderr : streams.stdout, line, style);
  const result = (value: unknown): void => {
    if (json && !hasResult) write(streams.stdout, JSON.stringify(localised(value, 'en'), null, 2));
    hasResult = true;
  };
  return {
    json,
    live: streams.stderr.isTTY === true && process.env.TERM !== 'dumb',
    // A terminal that does not know its width says 0.
    width: () => streams.stderr.columns || 80,
    say,
    show: (lines) => {
      if (!json) for (const line of lines) say(line);
    },
    note: (line, style) => write(streams.stderr, line, style),
    noteOnce: (line) => {
      if (!noted.has(line)) write(streams.stderr, line);
      noted.add(line);
    },
    raw: (text) => void streams.stdout.write(text),
    result,
    done: (value, line, style) => {
      if (line !== undefined) say(line, style);
      result(value);
      return exitCodes.done;
    },
    resultLine: (value) => {
      if (json && !hasResult) write(streams.stdout, JSON.stringify(localised(value, 'en')));
    },
    draw: (lines) => {
      streams.stderr.write(erase() + lines.map((line) => `${line}\n`).join(''));
      drawn = lines.length;
    },
  };
}

/** Says what went wrong, on stderr for people and on stdout for programs; gives the exit code. */
export function reportError(terminal: Terminal, error: unknown): number {
  const failure = toFailure(fromFileSystem(error) ? fileError(error, error.path) : error);
  terminal.note(`slipway: ${plainText(textOf(failure))}`, 'red');
  reportFailure(terminal, failure);
  return exitCodeOf(failure as CodedError);
}

/** True for what Node throws about a path. */
function fromFileSystem(error: unknown): error is Error & { readonly path: string } {
  if (!(error instanceof Error) || error instanceof CodedError) return false;
  return 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

/** On stdout for programs, on one line: it may be one of several. */
export function reportFailure(terminal: Terminal, failure: Failure): void {
  terminal.resultLine({ error: failureObject(failure) });
}

/** A failure as every command gives it, with the same keys whatever failed. */
export type FailureObject = Pick<Failure, 'code' | 'remedy'> & {
  readonly message: string;
  readonly values: unknown;
};

export function failureObject(failure: Failure): FailureObject {
  const { code, remedy, values = {} } = failure;
  return { code, message: textOf(failure), remedy, values: localised<unknown>(values, 'en') };
}
