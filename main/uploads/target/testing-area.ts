import type { Api } from '../../api/client.ts';
import { versionHash } from '../../api/resources/reported-hash.ts';
import type { InterruptedUpload, UploadSearch } from '../../api/upload/upload-file.ts';
import type { TestVersion } from '../../api/wire.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import { uploadErrors } from '../errors.ts';
import type { Route } from '../record/record.ts';
import {
  type AreaClient,
  type Choice,
  createdVersion,
  type ExistingVersion,
  idsOf,
  nullIfMissing,
  type RemoteBuild,
} from './area-client.ts';
import { matchTestApplication, otherPackageIn, versionsOf } from './routing.ts';
import { findTestVersion } from './testing-search.ts';

/** Creates a client for test distribution, whose applications contain builds as versions. */
export function createTestingArea(
  api: Api,
  installLink: (version: TestVersion) => Promise<string | null>,
): AreaClient {
  const { testingdist } = api;
  const arrival = async (version: TestVersion): Promise<RemoteBuild> => ({
    target: {
      applicationId: version.applicationId,
      versionId: version.id,
      applicationName: version.applicationName,
      uniqueName: version.uniqueName,
      installLink: await installLink(version),
    },
    version: version.version,
    listedSize: version.fileSize,
    packageName: version.uniqueName,
    platform: version.platformTypeName,
    active: version.isActive,
    sent: version.lastSendDateTimeUtc !== null,
    members: version.profileMembers,
    releaseNote: version.releaseNote,
    sha256: versionHash(version),
  });
  const routeTo = async (applicationId: number, signal: AbortSignal): Promise<Choice | null> => {
    const application = await nullIfMissing(testingdist.get(applicationId, signal));
    return application && existingChoice(applicationId, application.profiles);
  };
  const chosen = async (id: number, info: PackageInfo, signal: AbortSignal): Promise<Choice> => {
    const application = await nullIfMissing(testingdist.get(id, signal));
    if (!application) throw uploadErrors.applicationGone({ id });
    const holds = otherPackageIn(application.profiles, info);
    if (holds !== null)
      throw uploadErrors.otherPackage({ id, name: application.name, holds, build: info.id });
    return existingChoice(id, application.profiles);
  };
  return {
    choose: async (info, destination, signal) => {
      if (destination.kind === 'chosen') return chosen(destination.id, info, signal);
      const learned =
        destination.applicationId === null ? null : await routeTo(destination.applicationId, signal);
      if (learned) return learned;
      const applications = await testingdist.list(signal);
      const seen = {
        applications: idsOf(applications),
        versions: applications.flatMap((application) => idsOf(versionsOf(application))),
      };
      if (destination.kind === 'new')
        return { route: { kind: 'new', ...seen, hasOwnApplication: true }, existing: [] };
      const common = applications.filter(({ id }) => !destination.ofFolders.has(id));
      const match = matchTestApplication(common, info) ?? matchTestApplication(applications, info);
      const matched = match && (await routeTo(match.id, signal));
      return matched ?? { route: { kind: 'new', ...seen }, existing: [] };
    },
    upload: async (route, file, options) => {
      if (route.kind === 'existing') {
        const { resource, sha256 } = await testingdist.createVersion(route.applicationId, file, options);
        return { arrival: await arrival(resource), sha256 };
      }
      const { resource, sha256 } = await testingdist.create(file, options);
      const version = createdVersion(resource.profiles, route);
      if (!version) throw uploadErrors.noVersion({ fileName: file.fileName });
      return { arrival: await arrival(version), sha256 };
    },
    stateOf: async (route, upload, signal) => {
      const found = await findUpload(api, route, upload, signal);
      if (found.kind !== 'arrived') return found;
      return { kind: 'arrived', arrival: await arrival(found.resource) };
    },
    find: async (route, query, signal) => {
      const found = await findTestVersion(api, route, query, signal);
      return 'record' in found ? { kind: found.kind, arrival: await arrival(found.record) } : found;
    },
    getVersion: async (target, signal) => {
      const version = await nullIfMissing(testingdist.getVersion(target.versionId, signal));
      return version && arrival(version);
    },
  };
}

async function findUpload(
  { testingdist }: Api,
  route: Route,
  upload: InterruptedUpload,
  signal: AbortSignal,
): Promise<UploadSearch<TestVersion>> {
  if (route.kind === 'existing') return testingdist.findCreatedVersion(upload, signal);
  const found = await testingdist.findCreated(upload, signal);
  if (found.kind !== 'arrived') return found;
  const version = createdVersion(found.resource.profiles, route);
  return version ? { kind: 'arrived', resource: version } : { kind: 'unknown' };
}

function existingChoice(applicationId: number, versions: readonly TestVersion[]): Choice {
  return {
    route: { kind: 'existing', applicationId, versions: idsOf(versions) },
    existing: versions.map(
      (version): ExistingVersion => ({
        id: version.id,
        version: version.version,
        build: version.build,
        fileSize: version.fileSize,
        packageName: version.uniqueName,
        platform: version.platformTypeName,
        sha256: versionHash(version),
      }),
    ),
  };
}
