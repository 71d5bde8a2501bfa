import { CodedError, toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import { fileError } from '../../base/files/files.ts';
import { localise } from '../../messages/localised.ts';
import { textOf } from '../../messages/text.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { type Style, showsColour, styled } from './colour.ts';
import { plainText } from './format.ts';

export type Streams = {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
};

/** Results go to stdout, all other text to stderr. With `json`, stdout contains JSON only. */
export type Terminal = {
  readonly json: boolean;
  /** True if progress bars can be redrawn in place. */
  readonly live: boolean;
  readonly width: () => number;
  /** Writes a line for the user to stdout, or to stderr with `json`. */
  print(line: string, style?: Style): void;
  /** Writes the result for the user; no effect with `json`. */
  show(lines: readonly string[]): void;
  /** Writes a progress or diagnostic line to stderr. */
  note(line: string, style?: Style): void;
  /** Like `note`, but skips a line that was already written. */
  noteOnce(line: string): void;
  /** Writes the result to stdout verbatim, even with `json`. */
  raw(text: string): void;
  /** Writes the JSON result once; ignores later results. No effect without `json`. */
  result(value: unknown): void;
  /** Prints the line, writes the result and returns exit code 0. */
  done(value: unknown, line?: string, style?: Style): ExitCode;
  /** Writes one entry in JSON Lines format; ignored after a result. No effect without `json`. */
  resultLine(value: unknown): void;
  /** Replaces the lines last drawn; an empty list erases them. */
  draw(lines: readonly string[]): void;
};

/** `colour`: false with `--no-color`. */
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
  const print: Terminal['print'] = (line, style) =>
    write(json ? streams.stderr : streams.stdout, line, style);
  const result = (value: unknown): void => {
    if (json && !hasResult) write(streams.stdout, JSON.stringify(localise(value, 'en'), null, 2));
    hasResult = true;
  };
  return {
    json,
    live: streams.stderr.isTTY === true && process.env.TERM !== 'dumb',
    // Terminals of unknown width report 0 columns.
    width: () => streams.stderr.columns || 80,
    print,
    show: (lines) => {
      if (!json) for (const line of lines) print(line);
    },
    note: (line, style) => write(streams.stderr, line, style),
    noteOnce: (line) => {
      if (!noted.has(line)) write(streams.stderr, line);
      noted.add(line);
    },
    raw: (text) => void streams.stdout.write(text),
    result,
    done: (value, line, style) => {
      if (line !== undefined) print(line, style);
      result(value);
      return exitCodes.done;
    },
    resultLine: (value) => {
      if (json && !hasResult) write(streams.stdout, JSON.stringify(localise(value, 'en')));
    },
    draw: (lines) => {
      streams.stderr.write(erase() + lines.map((line) => `${line}\n`).join(''));
      drawn = lines.length;
    },
  };
}

/** Reports the error on stderr, and with `json` on stdout. Returns the exit code. */
export function reportError(terminal: Terminal, error: unknown): number {
  const failure = toFailure(fromFileSystem(error) ? fileError(error, error.path) : error);
  terminal.note(`slipway: ${plainText(textOf(failure))}`, 'red');
  reportFailure(terminal, failure);
  return exitCodeOf(failure as CodedError);
}

function fromFileSystem(error: unknown): error is Error & { readonly path: string } {
  if (!(error instanceof Error) || error instanceof CodedError) return false;
  return 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

/** Writes a single line, since a command may report several failures (JSON Lines). */
export function reportFailure(terminal: Terminal, failure: Failure): void {
  terminal.resultLine({ error: failureObject(failure) });
}

/** Failure in JSON output. All commands use these keys. */
export type FailureObject = Pick<Failure, 'code' | 'remedy'> & {
  readonly message: string;
  readonly values: unknown;
};

export function failureObject(failure: Failure): FailureObject {
  const { code, remedy, values = {} } = failure;
  return { code, message: textOf(failure), remedy, values: localise<unknown>(values, 'en') };
}
