import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRecipe } from '../../../main/delta/make-recipe.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { metadataOf, start } from './resumable-client.ts';
import { sha256 } from './service-host.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export async function recipeOf(base: Bytes, target: Bytes): Promise<Bytes> {
  const folder = await temporaryFolder();
  const paths = {
    base: join(folder, 'base.apk'),
    target: join(folder, 'target.apk'),
    recipe: join(folder, 'recipe'),
  };
  await Promise.all([writeFile(paths.base, base), writeFile(paths.target, target)]);
  if (!(await makeRecipe(paths, { maxSize: 2 * target.length }))) throw new Error('the recipe is too large');
  return new Uint8Array(await readFile(paths.recipe));
}

/** Uploads a recipe in one request. `given` replaces announced values. */
export function sendRecipe(
  target: Parameters<typeof start>[0],
  path: string,
  { base, build, recipe }: { readonly base: Bytes; readonly build: Bytes; readonly recipe: Bytes },
  given: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const values = { filename: 'build.apk', base: sha256(base), size: String(build.length), ...given };
  return start(target, path, recipe.length, { metadata: metadataOf(values), body: recipe });
}
