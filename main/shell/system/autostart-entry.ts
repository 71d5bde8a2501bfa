/** The file that makes a Linux desktop start a program at login, as the XDG autostart and desktop entry specifications say. Pure. */

/** What a desktop entry says, or null when the program cannot be named in one. */
export function autostartEntry(program: string, args: readonly string[]): string | null {
  const words = [program, ...args];
  if (words.some((word) => /\p{Cc}/u.test(word))) return null;
  return `[Desktop Entry]
Type=Application
Name=Slipway
Comment=Takes finished mobile builds to testers' phones
Exec=${words.map(execWord).join(' ')}
Icon=slipway
Terminal=false
StartupNotify=false
X-GNOME-Autostart-enabled=true
`;
}

/**
 * A word of an Exec line: quoted, with the characters escaped that mean something inside quotes; backslashes once more,
 * because the value itself is a string with escapes; and percent signs doubled, because they begin field codes.
 */
function execWord(word: string): string {
  const plain = /^[\w@+=:,./-]+$/.test(word);
  const quoted = plain ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`;
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

/** Whether an entry a person or desktop may have changed still starts the program. */
export function entryStarts(entry: string): boolean {
  const values = new Map(
    entry
      .split(/\r?\n/)
      .map((line) => /^\s*([A-Za-z0-9-]+)\s*=(.*)$/.exec(line))
      .filter((found) => found !== null)
      .map(([, key = '', value = '']) => [key, value.trim()] as const),
  );
  if (values.get('Hidden') === 'true' || values.get('X-GNOME-Autostart-enabled') === 'false') return false;
  return (values.get('Exec') ?? '') !== '';
}
