import { decodeProvidedText, readTextFile } from '../../base/files/files.ts';
import { readMessage } from '../../push/sending/message.ts';
import { resolvePath } from '../resolve-path.ts';

/** Reads a text file named by an argument. Throws file errors. */
export function readTextArgument(name: string): Promise<string> {
  return readTextFile(resolvePath(name));
}

/** Reads JSON from a file, or from stdin for `-`. Throws file errors and `push/messageNotJson`. */
export async function readMessageFile(name: string): Promise<unknown> {
  if (name !== '-') return readMessage(await readTextArgument(name));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return readMessage(decodeProvidedText(Buffer.concat(chunks), 'stdin'));
}
