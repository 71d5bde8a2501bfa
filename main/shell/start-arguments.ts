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
  /** `slipway://…`. */
  readonly links: readonly string[];
};

/** What a start, or a second start, brings along; relative paths count from `folder`. */
export function openRequest(given: readonly string[], folder: string): OpenRequest {
  const words = given.filter((word) => !isSwitch(word));
  return {
    files: words.filter(isFile).map((word) => (isAbsolute(word) ? word : resolve(folder, word))),
    links: words.filter(isLink),
  };
}

const isSwitch = (word: string): boolean => word.startsWith('-');
const isFile = (word: string): boolean => /\.(apk|ipa)$/i.test(word) && !isLink(word);
const isLink = (word: string): boolean => /^slipway:\/\//i.test(word);

export type LinkPlace = { readonly place: 'uploads' | 'apps' | 'folders'; readonly uploadId: string | null };

/** The place a link leads to: `slipway://uploads`, `slipway://uploads/ID`, `slipway://apps`, `slipway://folders`. */
export function linkPlace(link: string): LinkPlace | null {
  if (!isLink(link) || !URL.canParse(link)) return null;
  const { host, pathname } = new URL(link);
  if (host !== 'uploads' && host !== 'apps' && host !== 'folders') return null;
  const id = pathname.slice(1);
  return { place: host, uploadId: host === 'uploads' && /^[\w-]{1,200}$/.test(id) ? id : null };
}
