import type { Api } from '../../api/client.ts';
import type { ListedTestApplication, TestVersion } from '../../api/wire.ts';
import type { Route } from '../record/record.ts';
import {
  type ListedVersion,
  nullIfMissing,
  type ReconciliationQuery,
  type SearchResult,
} from './area-client.ts';
import { findMatch } from './reconcile.ts';
import { buildName, otherPackageIn, versionsOf } from './routing.ts';
import { sameFileName } from './same-build.ts';

type Found =
  | { readonly kind: 'sure' | 'likely'; readonly record: TestVersion }
  | Exclude<SearchResult, { arrival: unknown }>;

/** Maximum number of versions to fetch. With more candidates, the user has to decide anyway. */
const maxFetched = 8;

export async function findTestVersion(
  api: Api,
  route: Route,
  query: ReconciliationQuery,
  signal: AbortSignal,
): Promise<Found> {
  const versions = await newVersions(api, route, query, signal);
  const match = findMatch(versions.map(listed), query);
  if (match.kind === 'none') return match;
  if (match.kind === 'sure' || (match.kind === 'likely' && match.named)) {
    return { kind: match.kind, record: match.record.of };
  }
  const fitting = match.kind === 'likely' ? [match.record.of] : match.records.map((record) => record.of);
  const record = await disambiguate(api, route, query, fitting, signal);
  return record ? { kind: 'likely', record } : { kind: 'unclear', ids: fitting.map(({ id }) => id) };
}

function listed(version: TestVersion): ListedVersion & { readonly of: TestVersion } {
  const { id, fileSize, uniqueName, platformTypeName } = version;
  return {
    id,
    version: version.version,
    fileSize,
    packageName: uniqueName,
    platform: platformTypeName,
    of: version,
  };
}

/** Returns the versions that were not at the target before the transfer. */
async function newVersions(
  api: Api,
  route: Route,
  query: ReconciliationQuery,
  signal: AbortSignal,
): Promise<readonly TestVersion[]> {
  const seen = new Set(route.versions);
  const versionsIn = async (id: number): Promise<readonly TestVersion[]> =>
    (await nullIfMissing(api.testingdist.get(id, signal)))?.profiles ?? [];
  if (route.kind === 'existing') {
    return (await versionsIn(route.applicationId)).filter(({ id }) => !seen.has(id));
  }
  const found: TestVersion[] = [];
  const known = new Set(route.applications);
  for (const application of await api.testingdist.list(signal)) {
    // In an existing application, only versions missing from the earlier list are new.
    if (known.has(application.id)) found.push(...(route.hasOwnApplication ? [] : versionsOf(application)));
    else if (mayContain(application, query)) found.push(...(await versionsIn(application.id)));
  }
  const byId = new Map(found.filter(({ id }) => !seen.has(id)).map((version) => [version.id, version]));
  return [...byId.values()];
}

/** Returns false for an application that contains another package, so it need not be fetched. */
function mayContain(application: ListedTestApplication, query: ReconciliationQuery): boolean {
  return query.namesAreIds === false || otherPackageIn(versionsOf(application), query.package) === null;
}

/**
 * Returns the only version with the file's name; without file names, the only version in a matching
 * application. Null if ambiguous. Fetches each version, because lists contain no file names.
 */
async function disambiguate(
  api: Api,
  route: Route,
  query: ReconciliationQuery,
  fitting: readonly TestVersion[],
  signal: AbortSignal,
): Promise<TestVersion | null> {
  if (fitting.length > maxFetched) return null;
  const whole = [];
  for (const { id } of fitting) {
    const version = await nullIfMissing(api.testingdist.getVersion(id, signal));
    if (version) whole.push(version);
  }
  const isOurs = ({ fileName, applicationName }: TestVersion): boolean => {
    if (fileName) return sameFileName(fileName, query.fileName);
    const name = buildName(query.package).toLowerCase();
    return route.kind === 'existing' || applicationName.trim().toLowerCase() === name;
  };
  const [record, ...others] = whole.filter(isOurs);
  return record && others.length === 0 ? record : null;
}
