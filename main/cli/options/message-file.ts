/** Files a command is given: texts and messages. */
import { readFile } from 'node:fs/promises';
import { fileError } from '../../base/files/files.ts';
import { readMessage } from '../../push/sending/message.ts';
import { resolvePath } from '../paths.ts';

/** Throws file errors. */
export async function textIn(name: string): Promise<string> {
  const path = resolvePath(name);
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, path);
  });
}

/** The JSON of a file; `-` is stdin. Throws file errors and `push/messageNotJson`. */
export async function messageIn(name: string): Promise<unknown> {
  if (name !== '-') return readMessage(await textIn(name));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return readMessage(Buffer.concat(chunks).toString('utf8'));
}
