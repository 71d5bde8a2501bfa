/** Restricts what a request with an access token may do and see. User tokens are not restricted. */
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../../base/errors.ts';
import { messageOf } from '../../messages/message.ts';
import { platformName } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import type { AccessToken, TokenScope } from '../service-view.ts';
import type { ApplicationWithVersions, BuildRecord, StoreProfileRecord } from '../storage/records.ts';
import { requesterOf } from './requester.ts';

/** Required scope by operation; null if none. Access tokens may not call unlisted operations. */
const scopeOf: Readonly<Record<string, TokenScope | null>> = {
  getRoot: null,
  listPeople: 'send',
  listTestApplications: null,
  getTestApplication: null,
  getTestVersion: null,
  createTestApplication: 'upload',
  createTestVersion: 'upload',
  activateTestVersion: 'activate',
  deactivateTestVersion: 'activate',
  sendTestVersion: 'send',
  listStoreProfiles: null,
  getStoreProfile: null,
  createStoreProfile: 'upload',
  createStoreItem: 'upload',
  enableStoreItem: 'activate',
  disableStoreItem: 'activate',
  startTestApplicationUpload: 'upload',
  startTestVersionUpload: 'upload',
  startStoreProfileUpload: 'upload',
  startStoreItemUpload: 'upload',
  getUploadBase: 'upload',
  getUploadOffset: 'upload',
  getUpload: 'upload',
  appendToUpload: 'upload',
  cancelUpload: 'upload',
};

/** True if some access tokens may not call the operation. */
export function isScoped(operationId: string | undefined): boolean {
  return scopeOf[operationId ?? ''] !== null;
}

const tokenOf = (request: FastifyRequest): AccessToken | null => requesterOf(request)?.accessToken ?? null;

/** Throws `service/tokenScope`. */
export function requireScope(request: FastifyRequest): void {
  const token = tokenOf(request);
  if (!token) return;
  const act = scopeOf[request.routeOptions.schema?.operationId ?? ''];
  if (act === undefined || (act !== null && !token.scopes.includes(act))) {
    throw serviceErrors.tokenScope({
      name: token.name,
      what: messageOf(`tokenScope/${act ?? 'other'}`),
      command: act ? addCommand(token.apps, [...token.scopes, ...requiredScopes[act]]) : null,
    });
  }
}

export function isRestricted(request: FastifyRequest): boolean {
  return tokenOf(request) !== null;
}

export function mayActivate(request: FastifyRequest): boolean {
  return tokenOf(request)?.scopes.includes('activate') ?? true;
}

type App = Pick<BuildRecord, 'platform' | 'packageId'>;

/** Case-sensitive: package ids that differ in case are different applications. */
function includesApp({ apps }: AccessToken, { platform, packageId }: App): boolean {
  return (
    apps === 'all' ||
    apps.some((app) => app.packageId === packageId && (app.platform ?? platform) === platform)
  );
}

/** Throws `service/tokenScope`. */
export function checkBuild(request: FastifyRequest, build: App): void {
  const token = tokenOf(request);
  if (!token || includesApp(token, build)) return;
  const app = { id: build.packageId, platform: platformName(build.platform) };
  throw serviceErrors.tokenScope({
    name: token.name,
    what: messageOf('tokenScope/app', app),
    command: addCommand([], token.scopes),
  });
}

/** Removes the existing package id from `service/otherPackage` if the token may not see it. */
export function withoutHiddenPackage(
  request: FastifyRequest,
  { platform, packageId }: App,
  error: unknown,
): unknown {
  const token = tokenOf(request);
  if (!token || !(error instanceof CodedError) || error.code !== 'service/otherPackage') return error;
  if (includesApp(token, { platform, packageId: String(error.values?.['existing']) })) return error;
  return serviceErrors.otherPackage({ existing: null, packageId }, { cause: error });
}

/** Scopes to grant together: `send` needs `activate`, because only an active version can be sent. */
const requiredScopes = {
  upload: ['upload'],
  activate: ['activate'],
  send: ['activate', 'send'],
} as const satisfies Record<TokenScope, readonly TokenScope[]>;

/**
 * Returns the command that adds a token with these scopes. Contains only ids that the operator typed, never
 * ids of builds, because users paste the command into a shell.
 */
function addCommand(apps: AccessToken['apps'], scopes: readonly TokenScope[]): string {
  const [app, ...others] = apps === 'all' ? [] : apps;
  const id = app && others.length === 0 ? [app.platform, app.packageId].filter(Boolean).join(':') : 'ID';
  const options = [
    apps === 'all' ? '--all-apps' : `--app ${id}`,
    ...[...new Set(scopes)].map((act) => `--act ${act}`),
  ];
  return `slipway service token add NAME ${options.join(' ')}`;
}

/** Returns the version as the token may see it; null if hidden. Includes `members` only with scope `send`. */
export function visibleVersion<Version extends App>(
  request: FastifyRequest,
  version: Version | null,
): Version | null {
  const token = tokenOf(request);
  if (!token || !version) return version;
  if (!includesApp(token, version)) return null;
  return 'members' in version && !token.scopes.includes('send') ? { ...version, members: [] } : version;
}

/** Returns the application with its visible versions. Null if a token for some apps covers no version. */
export function visibleApplication(
  request: FastifyRequest,
  application: ApplicationWithVersions | null,
): ApplicationWithVersions | null {
  const token = tokenOf(request);
  if (!token || !application) return application;
  const versions = application.versions.flatMap((version) => visibleVersion(request, version) ?? []);
  return versions.length > 0 || token.apps === 'all' ? { ...application, versions } : null;
}

/** Returns the profile with its visible items. Null if a token for some apps covers none of its items. */
export function visibleProfile(
  request: FastifyRequest,
  profile: StoreProfileRecord | null,
): StoreProfileRecord | null {
  const token = tokenOf(request);
  if (!token || !profile) return profile;
  const items = profile.items.filter((item) => includesApp(token, item));
  if (items.length === 0 && token.apps !== 'all') return null;
  return { ...profile, items };
}
