import type { Terminal } from './terminal.ts';

/** A link that a phone reads off the terminal. */
export async function sayQrCode(terminal: Terminal, link: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  for (const line of renderUnicodeCompact(link, { border: 2 }).split('\n'))
    terminal.say(line, ['whiteBright', 'bgBlack']);
}
