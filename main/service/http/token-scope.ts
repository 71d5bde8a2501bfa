/** What a request that comes with an access token may do and see. One that comes with the token of a user may do everything. */
import type { FastifyRequest } from 'fastify';
import { messageOf } from '../../messages/message.ts';
import { platformName } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import type { AccessToken, TokenAct } from '../service-view.ts';
import type { ApplicationWithVersions, BuildRecord, StoreProfileRecord } from '../storage/records.ts';
import { requesterOf } from './requester.ts';

/** The act each operation needs, null for any; an operation that is not here is refused to every access token. */
const actOf: Readonly<Record<string, TokenAct | null>> = {
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
};

/** Whether an operation is refused to some access token. */
export function isScoped(operationId: string | undefined): boolean {
  return actOf[operationId ?? ''] !== null;
}

const tokenOf = (request: FastifyRequest): AccessToken | null => requesterOf(request)?.accessToken ?? null;

/** Throws `service/tokenScope` when the access token of the request is not for its operation. */
export function limitToScope(request: FastifyRequest): void {
  const token = tokenOf(request);
  if (!token) return;
  const act = actOf[request.routeOptions.schema?.operationId ?? ''];
  if (act === undefined || (act !== null && !token.acts.includes(act))) {
    throw serviceErrors.tokenScope({
      name: token.name,
      what: messageOf(`tokenScope/${act ?? 'other'}`),
      command: act ? addCommand(token.apps, [...token.acts, ...neededFor[act]]) : null,
    });
  }
}

/** Whether the request may see only some records. */
export function isLimited(request: FastifyRequest): boolean {
  return tokenOf(request) !== null;
}

/** True if what the request uploads may be public at once. */
export function mayPublish(request: FastifyRequest): boolean {
  return tokenOf(request)?.acts.includes('activate') ?? true;
}

type App = Pick<BuildRecord, 'platform' | 'packageId'>;

/** Letter for letter: builds that differ in case are different applications. */
function isOf({ apps }: AccessToken, { platform, packageId }: App): boolean {
  return (
    apps === 'all' ||
    apps.some((app) => app.packageId === packageId && (app.platform ?? platform) === platform)
  );
}

/** Throws `service/tokenScope` for a build of another application than those of the token. */
export function checkBuild(request: FastifyRequest, build: App): void {
  const token = tokenOf(request);
  if (!token || isOf(token, build)) return;
  const app = { id: build.packageId, platform: platformName(build.platform) };
  throw serviceErrors.tokenScope({
    name: token.name,
    what: messageOf('tokenScope/app', app),
    command: addCommand([], token.acts),
  });
}

/** Only an active version can be sent. */
const neededFor = {
  upload: ['upload'],
  activate: ['activate'],
  send: ['activate', 'send'],
} as const satisfies Record<TokenAct, readonly TokenAct[]>;

/** The command that creates such a token, since a token cannot be changed. Only an id from the command line is repeated. */
function addCommand(apps: AccessToken['apps'], acts: readonly TokenAct[]): string {
  const [app, ...others] = apps === 'all' ? [] : apps;
  const id = app && others.length === 0 ? [app.platform, app.packageId].filter(Boolean).join(':') : 'ID';
  const options = [
    apps === 'all' ? '--all-apps' : `--app ${id}`,
    ...[...new Set(acts)].map((act) => `--act ${act}`),
  ];
  return `slipway service token add NAME ${options.join(' ')}`;
}

/** A version as the request may see it; null where it may not. Who got it is for tokens that send. */
export function seenVersion<Version extends App>(
  request: FastifyRequest,
  version: Version | null,
): Version | null {
  const token = tokenOf(request);
  if (!token || !version) return version;
  if (!isOf(token, version)) return null;
  return 'members' in version && !token.acts.includes('send') ? { ...version, members: [] } : version;
}

/** With those versions only that the request may see; null without any. */
export function seenApplication(
  request: FastifyRequest,
  application: ApplicationWithVersions | null,
): ApplicationWithVersions | null {
  const token = tokenOf(request);
  if (!token || !application) return application;
  const versions = application.versions.flatMap((version) => seenVersion(request, version) ?? []);
  return versions.length > 0 || token.apps === 'all' ? { ...application, versions } : null;
}

/** With those items only that the request may see; null without any. */
export function seenProfile(
  request: FastifyRequest,
  profile: StoreProfileRecord | null,
): StoreProfileRecord | null {
  const token = tokenOf(request);
  if (!token || !profile) return profile;
  const items = profile.items.filter((item) => isOf(token, item));
  if (items.length === 0 && token.apps !== 'all') return null;
  return { ...profile, items };
}
