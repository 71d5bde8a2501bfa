import type { SendBody } from '../../api/wire.ts';
import type { Message } from '../../messages/message.ts';
import { unlistedDeviceWarnings } from '../../packages/apple/listed-devices.ts';
import { deviceKey } from '../../packages/apple/provisioning.ts';
import { listedDevicesOf } from '../../packages/inspect.ts';
import { emailKey } from '../people/email-address.ts';
import type { VersionDevice } from '../service-view.ts';
import type { Storage } from '../storage/storage.ts';
import { storedBuild } from '../stored-build.ts';

/** Compares recipients' registered devices with the devices that a build lists. */
export type DeviceChecks = {
  /** Returns the `deviceKey` of each device that a version's build lists; null if the build has no list. */
  listedBy(versionId: number): Promise<ReadonlySet<string> | null>;
  /** Warns of recipients whose devices are all unlisted. Ignores unknown ids, as the send refuses them. */
  warnings(
    listed: ReadonlySet<string> | null,
    recipients: Pick<SendBody, 'teamIds' | 'memberIds' | 'emails'>,
  ): Promise<readonly Message[]>;
  /** Returns all registered devices and whether the version's build lists them; empty if it has no list. */
  ofVersion(versionId: number): Promise<readonly VersionDevice[]>;
};

export function createDeviceChecks(storage: Storage): DeviceChecks {
  const { devices, people, testing } = storage;
  const listedBy: DeviceChecks['listedBy'] = async (versionId) => {
    const version = await testing.versionFacts(versionId);
    return version?.kind === 'ipa' ? listedDevicesOf(storedBuild(storage, version)) : null;
  };
  return {
    listedBy,
    warnings: async (listed, { teamIds, memberIds, emails }) => {
      if (!listed) return [];
      const { recipients } = await people.resolve(teamIds, memberIds);
      const keys = new Set([...recipients.map(({ email }) => email), ...emails].map(emailKey));
      const owned = (await devices.list()).filter(({ email }) => keys.has(emailKey(email)));
      const owners = [...Map.groupBy(owned, ({ memberId }) => memberId).values()].map((own) => ({
        name: own[0]?.name ?? own[0]?.email ?? '',
        udids: own.map(({ udid }) => udid),
      }));
      return unlistedDeviceWarnings(listed, owners);
    },
    ofVersion: async (versionId) => {
      const all = await devices.list();
      const listed = all.length > 0 ? await listedBy(versionId) : null;
      if (!listed) return [];
      return all.map(({ id, email, product, udid }) => ({
        id,
        email,
        product,
        isListed: listed.has(deviceKey(udid)),
      }));
    },
  };
}
