import { encode } from 'uqr';

/** `side` is in modules, including the quiet zone of four; `path` draws the dark modules in an SVG. */
export type QrDrawing = { readonly side: number; readonly path: string };

const border = 4;
/** Maximum bytes that phones can still scan from a screen. */
const maxBytes = 600;

/** Returns null if the text is too long to scan. */
export function qrDrawing(text: string): QrDrawing | null {
  if (new TextEncoder().encode(text).length > maxBytes) return null;
  const { data, size } = encode(text, { border });
  return { side: size, path: data.map(rowPath).join('') };
}

/** Joins adjacent dark modules in a row, so that no seams show between them. */
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

/** True if the link points to this computer, so that phones cannot open it. */
export function isLoopbackLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { hostname } = new URL(link);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
