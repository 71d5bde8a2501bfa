/** What the words after the program's name ask for. Pure. */
import { isAbsolute, resolve } from 'node:path';

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

export type OpenRequest = {
  /** Absolute paths of build files. */
  readonly files: readonly string[];
  /** `slipway://…`, unchecked. */
  readonly links: readonly string[];
  /** True when nobody asked for the window: the computer started Slipway at login. */
  readonly hidden: boolean;
};

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
    files: words.filter(isFile).map((word) => (isAbsolute(word) ? word : resolve(folder, word))),
    links: words.filter(isLink),
    hidden: words.length === 0 && given.includes(hiddenSwitch),
  };
}

const isSwitch = (word: string): boolean => word.startsWith('-');
const isFile = (word: string): boolean => /\.(apk|ipa)$/i.test(word) && !isLink(word);
const isLink = (word: string): boolean => /^slipway:\/\//i.test(word);
