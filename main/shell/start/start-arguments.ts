import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the user's arguments, without program, script and Electron's data folder switch. */
export function userArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  return argv.slice(packaged ? 1 : 2).filter((word) => !word.startsWith('--user-data-dir='));
}

/** Returns true if the arguments are a command for the command line, false if they open the window. */
export function isCommand(given: readonly string[]): boolean {
  const first = given.find((word) => !isSwitch(word));
  if (first !== undefined) return !isFile(first) && !isLink(first);
  return given.some((word) => word === '--help' || word === '-h' || word === '--version' || word === '-V');
}

/**
 * Returns true if the executable is also the command line. On Windows it has no stdin, shells do not wait for
 * it, and an argument that looks like a link makes it exit. On macOS it is not in PATH.
 */
export const isCommandLine = (platform: NodeJS.Platform): boolean => platform === 'linux';

export type OpenRequest = {
  /** Absolute paths of build files. */
  readonly files: readonly string[];
  /** `slipway://…` links, not validated. */
  readonly links: readonly string[];
  /** True if the system started Slipway at login without a window. */
  readonly hidden: boolean;
};

/** Exit code for invalid usage, as on the command line. */
export const usageExitCode = 2;

/** Passed by the login item. */
export const hiddenSwitch = '--hidden';

export const emptyRequest: OpenRequest = { files: [], links: [], hidden: false };

/** Merges requests without duplicate files. The result is hidden only if all requests are hidden. */
export function mergeRequests(requests: readonly OpenRequest[]): OpenRequest {
  return {
    files: [...new Set(requests.flatMap(({ files }) => files))],
    links: requests.flatMap(({ links }) => links),
    hidden: requests.every(({ hidden }) => hidden),
  };
}

/** Returns the request of a first or second instance; relative paths are resolved against `folder`. */
export function openRequest(given: readonly string[], folder: string): OpenRequest {
  const words = given.filter((word) => !isSwitch(word));
  return {
    files: words.filter(isFile).map((word) => resolve(folder, pathOf(word))),
    links: words.filter(isLink),
    hidden: words.length === 0 && given.includes(hiddenSwitch),
  };
}

/**
 * Returns the arguments that repeat a request after a relaunch, with only its newest link. The link is the
 * last argument: on Windows, Electron exits if another argument follows a link.
 */
export function requestArguments({ files, links, hidden }: OpenRequest): readonly string[] {
  return [...files, ...(hidden ? [hiddenSwitch] : []), ...links.slice(-1)];
}

const isSwitch = (word: string): boolean => word.startsWith('-');
/** Returns true for a build's name, and for any absolute path or file URI, which desktops may pass. */
const isFile = (word: string): boolean =>
  !isLink(word) && (/\.(apk|ipa)$/i.test(word) || isAbsolute(word) || isFileUri(word));
const isFileUri = (word: string): boolean => /^file:/i.test(word);
const isLink = (word: string): boolean => /^slipway:\/\//i.test(word);

/** Converts file URIs. Returns an invalid URI unchanged; it is rejected later as a missing file. */
function pathOf(word: string): string {
  try {
    return isFileUri(word) ? fileURLToPath(word) : word;
  } catch {
    return word;
  }
}
