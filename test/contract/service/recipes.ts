import { metadataOf, start } from './resumable-client.ts';
import { sha256 } from './service-host.ts';

type Bytes = Uint8Array<ArrayBuffer>;

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
