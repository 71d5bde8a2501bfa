import { encode } from 'uqr';

/** `side`: modules with a quiet zone of four. `path`: SVG path of the dark modules. */
export type QrDrawing = { readonly side: number; readonly path: string };

const border = 4;
/** Longest text that phones can scan from a screen. */
const maxBytes = 600;

/** Returns null if the text is too long to scan. */
export function qrDrawing(text: string): QrDrawing | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null;
  const { data, size } = encode(text, { border });
  return { side: size, path: data.map(rowPath).join('') };
}

/** Joins adjacent dark modules of a row, which would otherwise show seams. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`;
  }
  return path;
}

/** Returns true for a link to this computer, which phones cannot open. */
export function isLoopbackLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { hostname } = new URL(link);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
