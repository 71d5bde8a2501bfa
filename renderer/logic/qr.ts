/** The QR code of an address. Pure. */
import { encode } from 'uqr';

/** `side` is in modules, with the four modules of white readers want around it; `path` draws the dark ones in an SVG. */
export type QrDrawing = { readonly side: number; readonly path: string };

const border = 4;
/** Bytes. A denser code cannot be read from a screen any more. */
const mostBytes = 600;

/** Null for what is too long to be read by a phone. */
export function qrDrawing(text: string): QrDrawing | null {
  if (new TextEncoder().encode(text).length > mostBytes) return null;
  const { data, size } = encode(text, { border });
  return { side: size, path: data.map(rowPath).join('') };
}

/** Neighbouring dark modules in one stroke, so that no seam shows between them. */
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

/** Whether an address leads to this computer only, so that no phone can open it. */
export function isOnlyHere(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { hostname } = new URL(link);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
