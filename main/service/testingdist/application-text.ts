/**
 * Applications with all their versions, written as JSON text: there may be ten thousand versions, and making an object
 * of each only to have it written takes longer than everything else. The text of a version is, character by character,
 * what `JSON.stringify` makes of `toTestVersion` and `linkVersion`, where the fields are explained; a property test
 * compares the two.
 */
import { setImmediate as otherRequests } from 'node:timers/promises';
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
  VersionRecord,
} from '../storage/records.ts';
import { applicationLinks, itemsLinks } from './testing-links.ts';
import { testingPath, toMember } from './testing-wire.ts';

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
  const write = createVersionWriter(text, answer);
  await write(version, ofApplication(applicationId, applicationName), named ? fileName : null);
  return text.bytes();
}

type Text = {
  readonly add: (part: string) => void;
  /** After every so much text other requests have their turn. */
  readonly rest: () => Promise<void>;
  readonly bytes: () => Buffer;
};

/** Text that grows by small parts. Every so often it becomes bytes, because a very long string of parts is slow. */
function createText(): Text {
  const pieces: Buffer[] = [];
  let text = '';
  let isDue = false;
  return {
    add: (part) => {
      text += part;
      if (text.length < 64 * 1024) return;
      pieces.push(Buffer.from(text));
      text = '';
      isDue = true;
    },
    rest: async () => {
      if (isDue) await otherRequests();
      isDue = false;
    },
    bytes: () => Buffer.concat([...pieces, Buffer.from(text)]),
  };
}

function createApplicationWriter(
  text: Text,
  answer: Answer,
): (application: ApplicationWithVersions, listed: boolean) => Promise<void> {
  const { address, linked } = answer;
  const writeVersion = createVersionWriter(text, answer);
  return async ({ id, name, versions }, listed) => {
    const mine = ofApplication(id, name);
    text.add(`{"id":${id},"name":${JSON.stringify(name)},"profiles":${linked ? '{"_value":[' : '['}`);
    for (const [index, version] of versions.entries()) {
      if (index > 0) text.add(',');
      await writeVersion(version, mine, null);
    }
    text.add(linked ? `],"_links":${JSON.stringify(itemsLinks(id, address))}}` : ']');
    const [last] = versions;
    if (listed) {
      text.add(',"lastProfile":');
      if (last) await writeVersion(last, mine, null);
      else text.add('null');
    }
    text.add(linked ? `,"_links":${JSON.stringify(applicationLinks(id, address))}}` : '}');
  };
}

function ofApplication(id: number, name: string): string {
  return `,"applicationName":${JSON.stringify(name)},"applicationId":${id},"profileId":${id}`;
}

type Times = (ms: number | null) => string;

function createVersionWriter(
  text: Text,
  { address, linked }: Answer,
): (version: ListedVersionRecord, ofApplication: string, fileName: string | null) => Promise<void> {
  const iso = isoTimes();
  const time: Times = (ms) => (ms === null ? 'null' : `"${iso(ms)}"`);
  const page = unclosed(pageLink(address, ''));
  const file = fileLink('', '').slice(pageLink('', '').length);
  const items = unclosed(`${address}${testingPath}/items/`);
  const writeMember = createMemberWriter(time);
  return async (version, ofApplication, fileName) => {
    const { fileSize } = version;
    const self = items + version.id;
    // The token goes into the address as it is: it holds nothing but what an address and a JSON string may hold.
    const install = page + version.linkToken;
    text.add(
      `{"id":${version.id}${ofApplication},"version":${JSON.stringify(apiVersion(version))}` +
        `,"uniqueName":${JSON.stringify(version.packageId)},"platformTypeName":"${platformName(version.platform)}"` +
        `,"lastSendDateTimeUtc":${time(version.lastSendAt)},"isActive":${version.isActive},"fileSize":${fileSize}` +
        `,"releaseNote":${JSON.stringify(version.releaseNote)}` +
        `,"profileFiles":[{"fileSize":${fileSize},"sha256":"${version.sha256}"` +
        `,"installUrl":${install}","downloadUrl":${install}${file}"}]` +
        `,"iconUrl":${self}/icon","profileMembers":[`,
    );
    const name = version.members.length === 0 ? '' : JSON.stringify(apiVersion(version));
    for (const [index, share] of version.members.entries()) {
      text.add((index > 0 ? ',' : '') + writeMember(share, version.applicationId, name));
      await text.rest();
    }
    text.add(
      `],"fileName":${JSON.stringify(fileName)}` +
        `,"updateDateTimeUtc":${time(version.updatedAt)},"uploadDateTimeUtc":${time(version.uploadedAt)}` +
        `${linked ? versionLinks(self) : ''}}`,
    );
    await text.rest();
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
    `,"shareMemberStatus":${share.status},"lastShareDateTimeUtc":${time(share.lastShareAt)}` +
    `,"isDeleted":${share.member.isDeleted},"member":${person(share.member)},"version":${version}` +
    `,"profileDownloadHistories":[${histories(share, time)}]}`;
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
