/** Colour on a terminal, unless NO_COLOR or --no-color say otherwise. */
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

export const styled = (style: Style, text: string): string =>
  styleText(style, text, { validateStream: false });

/** Whether text on this stream may be coloured; `wanted`: no option says otherwise. */
export function showsColour(stream: NodeJS.WritableStream, wanted: boolean): boolean {
  return wanted && styleText('bold', ' ', { stream }) !== ' ';
}
