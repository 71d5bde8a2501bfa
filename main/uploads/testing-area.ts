import type { Api } from '../api/client.ts';
import type { ListedTestApplication, TestVersion } from '../api/wire.ts';
import type { PackageInfo } from '../packages/package-info.ts';
import { type AreaClient, type Arrival, unlessGone } from './area-client.ts';
import { uploadErrors } from './errors.ts';
import { findOurs, highestId, type Sought } from './reconcile.ts';
import type { Route } from './record.ts';
import { buildName, highestVersionId, matchTestApplication, otherPackageIn } from './routing.ts';

/** The test distribution: applications that hold versions. */
export function createTestingArea(
  api: Api,
  installLink: (version: TestVersion) => Promise<string | null>,
): AreaClient {
  const { testingdist } = api;
  const arrival = async (version: TestVersion): Promise<Arrival> => ({
    target: {
      applicationId: version.applicationId,
      versionId: version.id,
      applicationName: version.applicationName,
      uniqueName: version.uniqueName,
      installLink: await installLink(version),
    },
    version: version.version,
    listedSize: version.fileSize,
    active: version.isActive,
    sent: version.lastSendDateTimeUtc !== null,
  });
  const routeTo = async (applicationId: number, signal: AbortSignal): Promise<Route | null> => {
    const application = await unlessGone(testingdist.get(applicationId, signal));
    return application && { kind: 'existing', applicationId, versionMark: highestId(application.profiles) };
  };
  const chosen = async (id: number, info: PackageInfo, signal: AbortSignal): Promise<Route> => {
    const application = await unlessGone(testingdist.get(id, signal));
    if (!application) throw uploadErrors.applicationGone({ id });
    const holds = otherPackageIn(application.profiles, info);
    if (holds !== null) throw uploadErrors.otherPackage({ ...application, holds, build: info.id });
    return { kind: 'existing', applicationId: id, versionMark: highestId(application.profiles) };
  };
  return {
    choose: async (info, destination, signal) => {
      if (destination.kind === 'chosen') return chosen(destination.id, info, signal);
      const learned = destination.known === null ? null : await routeTo(destination.known, signal);
      if (learned) return learned;
      const applications = await testingdist.list(signal);
      const marks = {
        applicationMark: highestId(applications),
        versionMark: Math.max(0, ...applications.map(highestVersionId)),
      };
      if (destination.kind === 'new') return { kind: 'new', ...marks, apart: true };
      const common = applications.filter(({ id }) => !destination.ofFolders.has(id));
      const match = matchTestApplication(common, info) ?? matchTestApplication(applications, info);
      const matched = match && (await routeTo(match.id, signal));
      return matched ?? { kind: 'new', ...marks };
    },
    upload: async (route, file, options) => {
      if (route.kind === 'existing') {
        const { resource, sha256 } = await testingdist.createVersion(route.applicationId, file, options);
        return { arrival: await arrival(resource), sha256 };
      }
      const { resource, sha256 } = await testingdist.create(file, options);
      const version = resource.profiles.toSorted((a, b) => b.id - a.id)[0];
      if (!version) throw uploadErrors.noVersion({ fileName: file.fileName });
      return { arrival: await arrival(version), sha256 };
    },
    find: async (route, sought, signal) => {
      const version = await findVersion(api, route, sought, signal);
      return version && arrival(version);
    },
    look: async (target, signal) => {
      const version = await unlessGone(testingdist.getVersion(target.versionId, signal));
      return version && arrival(version);
    },
  };
}

async function findVersion(
  api: Api,
  route: Route,
  sought: Omit<Sought, 'mark'>,
  signal: AbortSignal,
): Promise<TestVersion | null> {
  const inApplication = async (id: number, mark: number): Promise<TestVersion | null> => {
    const application = await unlessGone(api.testingdist.get(id, signal));
    return application && findOurs(application.profiles, { ...sought, mark });
  };
  if (route.kind === 'existing') return inApplication(route.applicationId, route.versionMark);
  const applications = await api.testingdist.list(signal);
  for (const application of likelyFirst(applications, sought)) {
    const created = application.id > route.applicationMark;
    if (!created && (route.apart || highestVersionId(application) <= route.versionMark)) continue;
    const found = await inApplication(application.id, created ? 0 : route.versionMark);
    if (found) return found;
  }
  return null;
}

/** Applications that are called like the build before the others: a service may name a new one as it likes. */
function likelyFirst(
  applications: readonly ListedTestApplication[],
  sought: Omit<Sought, 'mark'>,
): readonly ListedTestApplication[] {
  const likely = matchTestApplication(
    applications.toSorted((a, b) => b.id - a.id),
    sought.package,
  );
  const name = buildName(sought.package).toLowerCase();
  const rank = (application: ListedTestApplication): number =>
    (application.id === likely?.id ? 2 : 0) + (application.name.toLowerCase() === name ? 1 : 0);
  return applications.toSorted((a, b) => rank(b) - rank(a));
}
