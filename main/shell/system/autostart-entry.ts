/** XDG autostart file that starts a program at login on Linux. */

/** Returns the desktop entry; null if the program's path contains control characters. */
export function autostartEntry(program: string, args: readonly string[]): string | null {
  const words = [program, ...args];
  if (words.some((word) => /\p{Cc}/u.test(word))) return null;
  return `[Desktop Entry]
Type=Application
Name=Slipway
Comment=Uploads finished mobile builds and sends them to testers
Exec=${words.map(execWord).join(' ')}
Icon=slipway
Terminal=false
StartupNotify=false
X-GNOME-Autostart-enabled=true
`;
}

/**
 * Quotes and escapes an argument of the Exec key. Escapes backslashes twice, for the quotes and the string,
 * and doubles percent signs.
 */
function execWord(word: string): string {
  const plain = /^[\w@+=:,./-]+$/.test(word);
  const quoted = plain ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`;
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

/** Returns true if an entry, possibly edited by the user or desktop, still starts the program. */
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
