import { cliErrors } from '../errors.ts';
import { parseId } from './options.ts';

export const versionArgument =
  'APP@VERSION or APP@latest (APP: a name or package id), or a number listed by “versions”';

export type VersionName = { readonly id: number } | { readonly app: string; readonly version: string };

/** `packageId` belongs to the newest version. */
export type NamedApp = { readonly id: number; readonly name: string; readonly packageId: string | null };

export type Catalogue = {
  apps(): Promise<readonly NamedApp[]>;
  versions(applicationId: number): Promise<readonly { readonly id: number; readonly version: string }[]>;
};

/** Parses a version id, `APP@VERSION` or `APP@latest`. Throws `cli/badVersion` and `cli/badNumber`. */
export function parseVersionName(text: string): VersionName {
  if (/^\d+$/.test(text)) return { id: parseId('The version', text) };
  const at = text.lastIndexOf('@');
  const [app, version] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  if (app === '' || version === '') throw cliErrors.badVersion({ value: text });
  return { app, version };
}

/** Returns the id of the version. Throws `cli/unknownApp`, `cli/unknownVersion`, `cli/ambiguous`. */
export async function findVersion(name: VersionName, catalogue: Catalogue): Promise<number> {
  if ('id' in name) return name.id;
  const versions = await catalogue.versions(await findApp(name.app, catalogue));
  const isLatest = name.version.toLowerCase() === 'latest';
  const found = isLatest ? newest(versions) : versions.filter(({ version }) => version === name.version);
  if (found.length > 1) throw cliErrors.ambiguous({ what: 'version', name: `${name.app}@${name.version}` });
  if (!found[0]) throw cliErrors.unknownVersion({ app: name.app, version: name.version });
  return found[0].id;
}

/** Finds an app by number, name or package id, case-insensitive. Throws `cli/unknownApp`, `cli/ambiguous`. */
export async function findApp(name: string, { apps }: Pick<Catalogue, 'apps'>): Promise<number> {
  if (/^\d+$/.test(name)) return parseId('The app', name);
  const wanted = name.toLowerCase();
  const found = (await apps()).filter(
    (app) => app.name.toLowerCase() === wanted || app.packageId?.toLowerCase() === wanted,
  );
  if (found.length > 1) throw cliErrors.ambiguous({ what: 'app', name });
  if (!found[0]) throw cliErrors.unknownApp({ name });
  return found[0].id;
}

/** Newer versions have larger ids. */
function newest<Version extends { readonly id: number }>(versions: readonly Version[]): readonly Version[] {
  return versions.toSorted((a, b) => b.id - a.id).slice(0, 1);
}
