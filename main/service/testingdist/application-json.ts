/**
 * Writes the JSON text that `JSON.stringify` of `toTestVersion` and `linkVersion` would return. For 10,000
 * versions, `JSON.stringify` takes 1.2 to 1.4 times as long, and fast-json-stringify twice as long.
 */

import { isoTimes } from '../../base/clock.ts';
import { textOf } from '../../messages/text.ts';
import { platformName } from '../../packages/package-info.ts';
import { collectionLinks } from '../http/links.ts';
import { fileLink, pageLink } from '../install/addresses.ts';
import { apiVersion } from '../platform.ts';
import type {
  ApplicationWithVersions,
  MemberRecord,
  VersionMemberRecord,
  VersionRecord,
  VersionSummary,
} from '../storage/records.ts';
import { applicationLinks, itemsLinks } from './testing-links.ts';
import { mailStateOf, statusOf, testingPath, toMember } from './testing-schema.ts';

type ResponseOptions = { readonly address: string; readonly linked: boolean };

export function applicationsJson(
  applications: readonly ApplicationWithVersions[],
  answer: ResponseOptions,
): Generator<Buffer> {
  return inChunks(function* () {
    const write = createApplicationWriter(answer);
    yield answer.linked ? '{"_value":[' : '[';
    for (const [index, application] of applications.entries()) {
      if (index > 0) yield ',';
      yield* write(application, true);
    }
    const links = collectionLinks(answer.address, testingPath, 'testingdist');
    yield answer.linked ? `],"_links":${JSON.stringify(links)}}` : ']';
  });
}

export function applicationJson(
  application: ApplicationWithVersions,
  answer: ResponseOptions,
): Generator<Buffer> {
  return inChunks(() => createApplicationWriter(answer)(application, false));
}

/** Includes the file name only if `named` is true. */
export function versionJson(
  version: VersionRecord,
  named: boolean,
  answer: ResponseOptions,
): Generator<Buffer> {
  const { applicationId, applicationName, fileName } = version;
  const applicationFields = applicationFieldsOf(applicationId, applicationName);
  return inChunks(() => createVersionsWriter(answer)([version], applicationFields, named ? fileName : null));
}

/** Joins strings into UTF-8 chunks of about 64 KiB; a single very long string would be slow to build. */
function* inChunks(strings: () => Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const part of strings()) {
    text += part;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function createApplicationWriter(
  answer: ResponseOptions,
): (application: ApplicationWithVersions, listed: boolean) => Generator<string> {
  const { address, linked } = answer;
  const writeVersions = createVersionsWriter(answer);
  return function* ({ id, name, versions }, listed) {
    const applicationFields = applicationFieldsOf(id, name);
    yield `{"id":${id},"name":${JSON.stringify(name)},"profiles":${linked ? '{"_value":[' : '['}`;
    yield* writeVersions(versions, applicationFields, null);
    yield linked ? `],"_links":${JSON.stringify(itemsLinks(id, address))}}` : ']';
    const [last] = versions;
    if (listed) {
      yield ',"lastProfile":';
      if (last) yield* writeVersions([last], applicationFields, null);
      else yield 'null';
    }
    yield linked ? `,"_links":${JSON.stringify(applicationLinks(id, address))}}` : '}';
  };
}

function applicationFieldsOf(id: number, name: string): string {
  return `,"applicationName":${JSON.stringify(name)},"applicationId":${id},"profileId":${id}`;
}

type WriteTime = (ms: number | null) => string;

function createVersionsWriter({
  address,
  linked,
}: ResponseOptions): (
  versions: readonly VersionSummary[],
  ofApplication: string,
  fileName: string | null,
) => Generator<string> {
  const iso = isoTimes();
  const time: WriteTime = (ms) => (ms === null ? 'null' : `"${iso(ms)}"`);
  const page = openString(pageLink(address, ''));
  const file = fileLink('', '').slice(pageLink('', '').length);
  const items = openString(`${address}${testingPath}/items/`);
  const writeMember = createMemberWriter(time);
  return function* (versions, applicationFieldsOf, fileName) {
    let comma = '';
    for (const version of versions) {
      const { fileSize } = version;
      const name = jsonString(apiVersion(version));
      const self = items + version.id;
      // Link tokens need no escaping in URLs or JSON strings.
      const install = page + version.linkToken;
      yield `${comma}{"id":${version.id}${applicationFieldsOf},"version":${name},"build":${jsonString(version.build)}` +
        `,"uniqueName":${jsonString(version.packageId)},"platformTypeName":"${platformName(version.platform)}"` +
        `,"lastSendDateTimeUtc":${time(version.lastSendAt)},"isActive":${version.isActive},"fileSize":${fileSize}` +
        `,"releaseNote":${jsonString(version.releaseNote)}` +
        `,"profileFiles":[{"fileSize":${fileSize},"sha256":"${version.sha256}"` +
        `,"installUrl":${install}","downloadUrl":${install}${file}"}]` +
        `,"iconUrl":${self}/icon","profileMembers":[`;
      for (const [index, share] of version.members.entries()) {
        yield (index > 0 ? ',' : '') + writeMember(share, version.applicationId, name);
      }
      yield `],"fileName":${jsonString(fileName)}` +
        `,"updateDateTimeUtc":${time(version.updatedAt)},"uploadDateTimeUtc":${time(version.uploadedAt)}` +
        `${linked ? versionLinks(self) : ''}}`;
      comma = ',';
    }
  };
}

/** Returns a version's links. `self` is its URL as the start of a JSON string, without the closing quote. */
function versionLinks(self: string): string {
  return (
    `,"_links":[{"href":${self}","rel":"self","method":"GET"}` +
    `,{"href":${self}","rel":"delete_profile_item","method":"DELETE"}` +
    `,{"href":${self}/activate","rel":"activate_profile_item","method":"POST"}` +
    `,{"href":${self}/activate","rel":"deactivate_profile_item","method":"DELETE"}]`
  );
}

/** Returns a function that converts a share to JSON. Caches the JSON of each member. */
function createMemberWriter(
  time: WriteTime,
): (share: VersionMemberRecord, applicationId: number, version: string) => string {
  const cache = new Map<MemberRecord, string>();
  const memberJson = (member: MemberRecord): string => {
    const json = cache.get(member) ?? JSON.stringify(toMember(member));
    cache.set(member, json);
    return json;
  };
  return (share, applicationId, version) =>
    `{"id":${share.id},"profileId":${applicationId},"memberId":${share.member.id}` +
    `,"shareMemberStatus":${statusOf(share)},"lastShareDateTimeUtc":${time(share.lastShareAt)}` +
    mailJson(share) +
    `,"isDeleted":${share.member.isDeleted},"member":${memberJson(share.member)},"version":${version}` +
    `,"profileDownloadHistories":[${historyJson(share, time)}]}`;
}

function mailJson(share: VersionMemberRecord): string {
  const failure = share.mail?.failure;
  return `,"mailState":"${mailStateOf(share)}"${failure ? `,"mailFailure":${jsonString(textOf(failure))}` : ''}`;
}

function historyJson({ downloads }: VersionMemberRecord, time: WriteTime): string {
  return downloads
    .map(
      ({ id, at, userAgent, count }) =>
        `{"id":${id},"downloadDateTimeUtc":${time(at)},"userAgent":${JSON.stringify(userAgent)},"count":${count}}`,
    )
    .join();
}

/** Returns a JSON string without its closing quote. */
function openString(text: string): string {
  return JSON.stringify(text).slice(0, -1);
}

/** Same as `JSON.stringify`, but faster for text that needs no escaping. */
function jsonString(text: string | null): string {
  if (text === null) return 'null';
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}
