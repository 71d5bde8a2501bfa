/** The words that open a running application to a debugger. Pure. */

/** Chromium's, and those of Node, which the fuse of a package ignores; who gives them is told all the same. */
const debugging = /^(remote-debugging-\w[\w-]*|(inspect|debug)(-\w[\w-]*)?)$/;

/** The switch among the words after the program's name, with its dashes and without its value; null when there is none. */
export function debuggingSwitch(words: readonly string[], platform: NodeJS.Platform): string | null {
  // Chromium reads none behind it.
  const end = words.indexOf('--');
  const names = words.slice(0, end === -1 ? undefined : end).map((word) => switchName(word, platform));
  const found = names.find((name) => name !== null && debugging.test(name));
  return found === undefined ? null : `--${found}`;
}

/** On Windows capital letters and a slash are as good. */
function switchName(word: string, platform: NodeJS.Platform): string | null {
  const windows = platform === 'win32';
  const [, name = null] = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? [];
  return windows && name !== null ? name.toLowerCase() : name;
}
