/** Switches that enable a debugger. In packages, a fuse also disables the switches of Node.js. */
const debugging = /^(remote-debugging-\w[\w-]*|(inspect|debug)(-\w[\w-]*)?)$/;

/** Returns the first debugging switch with its dashes and without its value; null if none. */
export function debuggingSwitch(words: readonly string[], platform: NodeJS.Platform): string | null {
  // Chromium ignores switches after `--`.
  const end = words.indexOf('--');
  const names = words.slice(0, end === -1 ? undefined : end).map((word) => switchName(word, platform));
  const found = names.find((name) => name !== null && debugging.test(name));
  return found === undefined ? null : `--${found}`;
}

/** Returns the name of a switch. Windows ignores case and accepts a slash. */
function switchName(word: string, platform: NodeJS.Platform): string | null {
  const windows = platform === 'win32';
  const [, name = null] = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? [];
  return windows && name !== null ? name.toLowerCase() : name;
}
