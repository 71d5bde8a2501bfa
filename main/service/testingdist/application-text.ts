/**
 * Applications with all their versions, written as JSON text: there may be ten thousand versions, and making an object
 * of each only to have it written takes longer than everything else (1.2 to 1.4 times this with JSON.stringify, twice
 * with fast-json-stringify, fastify's serialiser). The text of a version is, character by character,
 * what `JSON.stringify` makes of `toTestVersion` and `linkVersion`, where the fields are explained; a property test
 * compares the two.
 */

import { setImmediate as otherRequests } from 'node:timers/promises';
import { isoTimes } from '../../base/clock.ts';
import { textOf } from '../../messages/text.ts';
import { platformName } from '../../packages/package-info.ts';
import { collectionLinks } from '../http/links.ts';
import { fileLink, pageLink } from '../install/addresses.ts';
import { apiVersion } from '../platform.ts';
import type {
  ApplicationWithVersions,
  ListedVersionRecord,
  MemberRecord,
  VersionMemberRecord,
  VersionRecord,
} from '../storage/records.ts';
import { applicationLinks, itemsLinks } from './testing-links.ts';
import { statusOf, testingPath, toMember } from './testing-wire.ts';

type Answer = { readonly address: string; readonly linked: boolean };

/** The list of applications, in UTF-8. */
export async function applicationsText(
  applications: readonly ApplicationWithVersions[],
  answer: Answer,
): Promise<Buffer> {
  const text = createText();
  const write = createApplicationWriter(text, answer);
  text.add(answer.linked ? '{"_value":[' : '[');
  for (const [index, application] of applications.entries()) {
    if (index > 0) text.add(',');
    await write(application, true);
  }
  text.add(
    answer.linked ? `],"_links":${JSON.stringify(collectionLinks(`${answer.address}${testingPath}`))}}` : ']',
  );
  return text.bytes();
}

/** One application, in UTF-8. */
export async function applicationText(application: ApplicationWithVersions, answer: Answer): Promise<Buffer> {
  const text = createText();
  await createApplicationWriter(text, answer)(application, false);
  return text.bytes();
}

/** One version, in UTF-8; `named` as for `toTestVersion`. */
export async function versionText(version: VersionRecord, named: boolean, answer: Answer): Promise<Buffer> {
  const text = createText();
  const { applicationId, applicationName, fileName } = version;
  const write = createVersionsWriter(text, answer);
  await write([version], ofApplication(applicationId, applicationName), named ? fileName : null);
  return text.bytes();
}

type Text = {
  /** True when so much was added that other requests should have their turn. */
  readonly add: (part: string) => boolean;
  readonly bytes: () => Buffer;
};

/** Text that grows by small parts. Every so often it becomes bytes, because a very long string of parts is slow. */
function createText(): Text {
  const pieces: Buffer[] = [];
  let text = '';
  return {
    add: (part) => {
      text += part;
      if (text.length < 64 * 1024) return false;
      pieces.push(Buffer.from(text));
      text = '';
      return true;
    },
    bytes: () => Buffer.concat([...pieces, Buffer.from(text)]),
  };
}

function createApplicationWriter(
  text: Text,
  answer: Answer,
): (application: ApplicationWithVersions, listed: boolean) => Promise<void> {
  const { address, linked } = answer;
  const writeVersions = createVersionsWriter(text, answer);
  return async ({ id, name, versions }, listed) => {
    const mine = ofApplication(id, name);
    text.add(`{"id":${id},"name":${JSON.stringify(name)},"profiles":${linked ? '{"_value":[' : '['}`);
    await writeVersions(versions, mine, null);
    text.add(linked ? `],"_links":${JSON.stringify(itemsLinks(id, address))}}` : ']');
    const [last] = versions;
    if (listed) {
      text.add(',"lastProfile":');
      if (last) await writeVersions([last], mine, null);
      else text.add('null');
    }
    text.add(linked ? `,"_links":${JSON.stringify(applicationLinks(id, address))}}` : '}');
  };
}

function ofApplication(id: number, name: string): string {
  return `,"applicationName":${JSON.stringify(name)},"applicationId":${id},"profileId":${id}`;
}

type Times = (ms: number | null) => string;

function createVersionsWriter(
  text: Text,
  { address, linked }: Answer,
): (
  versions: readonly ListedVersionRecord[],
  ofApplication: string,
  fileName: string | null,
) => Promise<void> {
  const iso = isoTimes();
  const time: Times = (ms) => (ms === null ? 'null' : `"${iso(ms)}"`);
  const page = unclosed(pageLink(address, ''));
  const file = fileLink('', '').slice(pageLink('', '').length);
  const items = unclosed(`${address}${testingPath}/items/`);
  const writeMember = createMemberWriter(time);
  return async (versions, ofApplication, fileName) => {
    let comma = '';
    for (const version of versions) {
      const { fileSize } = version;
      const name = quoted(apiVersion(version));
      const self = items + version.id;
      // The token goes into the address as it is: it holds nothing but what an address and a JSON string may hold.
      const install = page + version.linkToken;
      text.add(
        `${comma}{"id":${version.id}${ofApplication},"version":${name}` +
          `,"uniqueName":${quoted(version.packageId)},"platformTypeName":"${platformName(version.platform)}"` +
          `,"lastSendDateTimeUtc":${time(version.lastSendAt)},"isActive":${version.isActive},"fileSize":${fileSize}` +
          `,"releaseNote":${quoted(version.releaseNote)}` +
          `,"profileFiles":[{"fileSize":${fileSize},"sha256":"${version.sha256}"` +
          `,"installUrl":${install}","downloadUrl":${install}${file}"}]` +
          `,"iconUrl":${self}/icon","profileMembers":[`,
      );
      for (const [index, share] of version.members.entries()) {
        const isMuch = text.add((index > 0 ? ',' : '') + writeMember(share, version.applicationId, name));
        if (isMuch) await otherRequests();
      }
      const isMuch = text.add(
        `],"fileName":${quoted(fileName)}` +
          `,"updateDateTimeUtc":${time(version.updatedAt)},"uploadDateTimeUtc":${time(version.uploadedAt)}` +
          `${linked ? versionLinks(self) : ''}}`,
      );
      if (isMuch) await otherRequests();
      comma = ',';
    }
  };
}

/** `self`: the address of the version, as the beginning of a JSON string. */
function versionLinks(self: string): string {
  return (
    `,"_links":[{"href":${self}","rel":"self","method":"GET"}` +
    `,{"href":${self}","rel":"delete_profile_item","method":"DELETE"}` +
    `,{"href":${self}/activate","rel":"activate_profile_item","method":"POST"}` +
    `,{"href":${self}/activate","rel":"deactivate_profile_item","method":"DELETE"}]`
  );
}

/** An element of `profileMembers`. A person is written once, however many versions were shared with them. */
function createMemberWriter(
  time: Times,
): (share: VersionMemberRecord, applicationId: number, version: string) => string {
  const written = new Map<MemberRecord, string>();
  const person = (member: MemberRecord): string => {
    const known = written.get(member) ?? JSON.stringify(toMember(member));
    written.set(member, known);
    return known;
  };
  return (share, applicationId, version) =>
    `{"id":${share.id},"profileId":${applicationId},"memberId":${share.member.id}` +
    `,"shareMemberStatus":${statusOf(share)},"lastShareDateTimeUtc":${time(share.lastShareAt)}` +
    undelivered(share) +
    `,"isDeleted":${share.member.isDeleted},"member":${person(share.member)},"version":${version}` +
    `,"profileDownloadHistories":[${histories(share, time)}]}`;
}

function undelivered({ mail }: VersionMemberRecord): string {
  if (!mail) return '';
  return `,"mailState":"${mail.state}"${mail.failure === null ? '' : `,"mailFailure":${quoted(textOf(mail.failure))}`}`;
}

function histories({ downloads }: VersionMemberRecord, time: Times): string {
  return downloads
    .map(
      ({ id, at, userAgent, count }) =>
        `{"id":${id},"downloadDateTimeUtc":${time(at)},"userAgent":${JSON.stringify(userAgent)},"count":${count}}`,
    )
    .join();
}

/** A JSON string that goes on. */
function unclosed(text: string): string {
  return JSON.stringify(text).slice(0, -1);
}

/** As `JSON.stringify`, which takes longer for what needs no escape. */
function quoted(text: string | null): string {
  if (text === null) return 'null';
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}
