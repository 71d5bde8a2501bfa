import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

export const styled = (style: Style, text: string): string =>
  styleText(style, text, { validateStream: false });

/** `wanted`: false with `--no-color`. `styleText` honours NO_COLOR. */
export function showsColour(stream: NodeJS.WritableStream, wanted: boolean): boolean {
  return wanted && styleText('bold', ' ', { stream }) !== ' ';
}
