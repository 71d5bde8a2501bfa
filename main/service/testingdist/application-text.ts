/**
 * Applications with all their versions, written as JSON text: there may be ten thousand versions, and making an object
 * of each only to have it written takes longer than everything else. The text of a version is, character by character,
 * what `JSON.stringify` makes of `toTestVersion` and `linkVersion`, where the fields are explained; a property test
 * compares the two. Pure.
 */
import { isoTimes } from '../../base/clock.ts';
import { platformName } from '../../packages/package-info.ts';
import { collectionLinks } from '../http/links.ts';
import { fileLink, pageLink } from '../install/addresses.ts';
import { apiVersion } from '../platform.ts';
import type {
  ApplicationWithVersions,
  ListedVersionRecord,
  MemberRecord,
  VersionMemberRecord,
} from '../storage/records.ts';
import { applicationLinks, itemsLinks } from './testing-links.ts';
import { testingPath, toMember } from './testing-wire.ts';

type Answer = { readonly address: string; readonly linked: boolean };

/** The list of applications, in UTF-8. */
export function applicationsText(applications: readonly ApplicationWithVersions[], answer: Answer): Buffer {
  const text = createText();
  const write = createApplicationWriter(text, answer);
  text.add(answer.linked ? '{"_value":[' : '[');
  for (const [index, application] of applications.entries()) {
    if (index > 0) text.add(',');
    write(application, true);
  }
  text.add(
    answer.linked ? `],"_links":${JSON.stringify(collectionLinks(`${answer.address}${testingPath}`))}}` : ']',
  );
  return text.bytes();
}

/** One application, in UTF-8. */
export function applicationText(application: ApplicationWithVersions, answer: Answer): Buffer {
  const text = createText();
  createApplicationWriter(text, answer)(application, false);
  return text.bytes();
}

type Text = { readonly add: (part: string) => void; readonly bytes: () => Buffer };

/** Text that grows by small parts. Every so often it becomes bytes, because a very long string of parts is slow. */
function createText(): Text {
  const pieces: Buffer[] = [];
  let text = '';
  return {
    add: (part) => {
      text += part;
      if (text.length < 64 * 1024) return;
      pieces.push(Buffer.from(text));
      text = '';
    },
    bytes: () => Buffer.concat([...pieces, Buffer.from(text)]),
  };
}

function createApplicationWriter(
  text: Text,
  { address, linked }: Answer,
): (application: ApplicationWithVersions, listed: boolean) => void {
  const writeVersion = createVersionWriter(address, linked);
  return ({ id, name, versions }, listed) => {
    const ofApplication = `,"applicationName":${JSON.stringify(name)},"applicationId":${id},"profileId":${id}`;
    text.add(`{"id":${id},"name":${JSON.stringify(name)},"profiles":${linked ? '{"_value":[' : '['}`);
    for (const [index, version] of versions.entries()) {
      if (index > 0) text.add(',');
      text.add(writeVersion(version, ofApplication));
    }
    text.add(linked ? `],"_links":${JSON.stringify(itemsLinks(id, address))}}` : ']');
    const [last] = versions;
    if (listed) text.add(`,"lastProfile":${last ? writeVersion(last, ofApplication) : 'null'}`);
    text.add(linked ? `,"_links":${JSON.stringify(applicationLinks(id, address))}}` : '}');
  };
}

type Times = (ms: number | null) => string;

function createVersionWriter(
  address: string,
  linked: boolean,
): (version: ListedVersionRecord, ofApplication: string) => string {
  const iso = isoTimes();
  const time: Times = (ms) => (ms === null ? 'null' : `"${iso(ms)}"`);
  const page = unclosed(pageLink(address, ''));
  const file = fileLink('', '').slice(pageLink('', '').length);
  const items = unclosed(`${address}${testingPath}/items/`);
  const writeMembers = createMembersWriter(time);
  return (version, ofApplication) => {
    const { fileSize } = version;
    const self = items + version.id;
    // The token goes into the address as it is: it holds nothing but what an address and a JSON string may hold.
    const install = page + version.linkToken;
    return (
      `{"id":${version.id}${ofApplication},"version":${JSON.stringify(apiVersion(version))}` +
      `,"uniqueName":${JSON.stringify(version.packageId)},"platformTypeName":"${platformName(version.platform)}"` +
      `,"lastSendDateTimeUtc":${time(version.lastSendAt)},"isActive":${version.isActive},"fileSize":${fileSize}` +
      `,"releaseNote":${JSON.stringify(version.releaseNote)}` +
      `,"profileFiles":[{"fileSize":${fileSize},"sha256":"${version.sha256}"` +
      `,"installUrl":${install}","downloadUrl":${install}${file}"}]` +
      `,"iconUrl":${self}/icon","profileMembers":[${writeMembers(version)}],"fileName":null` +
      `,"updateDateTimeUtc":${time(version.updatedAt)},"uploadDateTimeUtc":${time(version.uploadedAt)}` +
      `${linked ? versionLinks(self) : ''}}`
    );
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

/** The elements of `profileMembers`. A person is written once, however many versions were shared with them. */
function createMembersWriter(time: Times): (version: ListedVersionRecord) => string {
  const written = new Map<MemberRecord, string>();
  const person = (member: MemberRecord): string => {
    const known = written.get(member) ?? JSON.stringify(toMember(member));
    written.set(member, known);
    return known;
  };
  return (version) => {
    if (version.members.length === 0) return '';
    const name = JSON.stringify(apiVersion(version));
    return version.members
      .map(
        (share) =>
          `{"id":${share.id},"profileId":${version.applicationId},"memberId":${share.member.id}` +
          `,"shareMemberStatus":${share.status},"lastShareDateTimeUtc":${time(share.lastShareAt)}` +
          `,"isDeleted":${share.member.isDeleted},"member":${person(share.member)},"version":${name}` +
          `,"profileDownloadHistories":[${histories(share, time)}]}`,
      )
      .join();
  };
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
