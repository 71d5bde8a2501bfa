import type { Terminal } from './terminal.ts';

export async function printQrCode(terminal: Terminal, link: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  for (const line of renderUnicodeCompact(link, { border: 2 }).split('\n'))
    terminal.print(line, ['whiteBright', 'bgBlack']);
}
