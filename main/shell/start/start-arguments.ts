/** What the words after the program's name ask for. Pure. */
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The words a person gave: without the program, the script when one is named, and Electron's own switch for its data folder. */
export function givenArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  return argv.slice(packaged ? 1 : 2).filter((word) => !word.startsWith('--user-data-dir='));
}

/** How the installed application was started: with a command for the command line, or to open its window. */
export function asksForCommand(given: readonly string[]): boolean {
  const first = given.find((word) => !isSwitch(word));
  if (first !== undefined) return !isFile(first) && !isLink(first);
  return given.some((word) => word === '--help' || word === '-h' || word === '--version' || word === '-V');
}

/**
 * Whether the installed application is the command line as well. On Windows it has no stdin, its shell does not wait, and
 * a word that looks like a link ends it before the script; the terminal of macOS does not find it.
 */
export const isCommandLine = (platform: NodeJS.Platform): boolean => platform === 'linux';

export type OpenRequest = {
  /** Absolute paths of build files. */
  readonly files: readonly string[];
  /** `slipway://…`, unchecked. */
  readonly links: readonly string[];
  /** True when nobody asked for the window: the computer started Slipway at login. */
  readonly hidden: boolean;
};

/** Of a start that asks for something the application does not do; the command line's is the same. */
export const usageExitCode = 2;

/** What the system is told to give when it starts Slipway at login. */
export const hiddenSwitch = '--hidden';

export const bareRequest: OpenRequest = { files: [], links: [], hidden: false };

/** What several requests ask for together: each file once, and the window unless none of them wants it. */
export function mergeRequests(requests: readonly OpenRequest[]): OpenRequest {
  return {
    files: [...new Set(requests.flatMap(({ files }) => files))],
    links: requests.flatMap(({ links }) => links),
    hidden: requests.every(({ hidden }) => hidden),
  };
}

/** What a start, or a second start, brings along; relative paths count from `folder`. */
export function openRequest(given: readonly string[], folder: string): OpenRequest {
  const words = given.filter((word) => !isSwitch(word));
  return {
    files: words.filter(isFile).map((word) => resolve(folder, pathOf(word))),
    links: words.filter(isLink),
    hidden: words.length === 0 && given.includes(hiddenSwitch),
  };
}

/** The words of a start that asks for the same. A link comes last: on Windows a word after one ends the program. */
export function startWords({ files, links, hidden }: OpenRequest): readonly string[] {
  return [...files, ...(hidden ? [hiddenSwitch] : []), ...links.slice(-1)];
}

const isSwitch = (word: string): boolean => word.startsWith('-');
/** A build by its ending, or whatever else a desktop opens with Slipway: it gives absolute paths, Linux file URIs too. */
const isFile = (word: string): boolean =>
  !isLink(word) && (/\.(apk|ipa)$/i.test(word) || isAbsolute(word) || isFileUri(word));
const isFileUri = (word: string): boolean => /^file:/i.test(word);
const isLink = (word: string): boolean => /^slipway:\/\//i.test(word);

/** One that names no file of this computer stays as it is, and is refused as a file that is not there. */
function pathOf(word: string): string {
  try {
    return isFileUri(word) ? fileURLToPath(word) : word;
  } catch {
    return word;
  }
}
