/** Writes the English messages as a type, which holds each use of a message to a key there is and to its values. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const locales = join(import.meta.dirname, '../assets/locales');
const files = (await readdir(join(locales, 'en'))).filter((name) => name.endsWith('.json')).sort();
const places = await Promise.all(
  files.map(async (name) => {
    const messages = await readFile(join(locales, 'en', name), 'utf8');
    // An object of texts in JSON is a type of the same texts.
    return `${JSON.stringify(name.replace('.json', ''))}: ${messages.trim()};`;
  }),
);
const text = `export default interface Resources {\n${places.join('\n')}\n}\n`;
await writeFile(join(locales, 'resources.d.ts'), text);
