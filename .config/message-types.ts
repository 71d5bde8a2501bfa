/** Writes the English messages as types: a message compiles only with an existing key and all values. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const english = join(import.meta.dirname, '../assets/locales/en');

async function messagesIn(folder: string): Promise<readonly (readonly [name: string, messages: object])[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (name) => [
      name.replace('.json', ''),
      JSON.parse(await readFile(join(folder, name), 'utf8')),
    ]),
  );
}

const page = Object.fromEntries(await messagesIn(english));
const main = Object.assign({}, ...(await messagesIn(join(english, 'main'))).map(([, groups]) => groups));
// A JSON object whose values are strings is also a valid type.
const text = `export default interface Resources ${JSON.stringify(page, null, 2)}
export interface MainMessages ${JSON.stringify(main, null, 2)}
`;
await writeFile(join(english, '../resources.d.ts'), text);
