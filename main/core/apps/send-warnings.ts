import { isLoopbackUrl } from '../../api/transport/proxy/proxy-exceptions.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import { listedDevicesOf } from '../../packages/inspect.ts';
import { withBuildFile } from '../../packages/open-build.ts';
import type { PackageInfo } from '../../packages/package-info.ts';
import type { Recipients } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { SendFacts } from '../../uploads/steps/step.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import type { BuiltIn } from '../service/built-in.ts';
import { builtInAccountId } from '../service/built-in-account.ts';

type Deps = { readonly builtIn: Pick<BuiltIn, 'status' | 'service'>; readonly settings: SettingsStore };
type UploadDeps = Deps & { readonly uploads: () => readonly UploadView[] };

/** Returns warnings about an upload's recipients and link, before its build is on the service. */
export async function uploadWarnings(
  deps: Deps,
  { accountId, path, recipients, target }: SendFacts,
): Promise<readonly Message[]> {
  if (accountId !== builtInAccountId || !deps.builtIn.status().running) return [];
  const { devices } = deps.builtIn.service();
  const listed = target
    ? await devices.listedBy(target.versionId)
    : await withBuildFile(path, listedDevicesOf);
  return [...(await devices.warnings(listed, recipients)), ...linkWarnings(deps, accountId)];
}

/** Warns if mail is sent to other computers, but its links work only on this computer. */
function linkWarnings({ builtIn, settings }: Deps, accountId: string): readonly Message[] {
  if (accountId !== builtInAccountId || settings.get().builtInService.mailServer === null) return [];
  const { url: address } = builtIn.status();
  if (address === null || !isLoopbackUrl(new URL(address))) return [];
  return [messageOf('note/linkOnlyHere', { address })];
}

/**
 * Returns warnings about the build, its recipients and its link. For services other than the built-in one,
 * returns warnings only for builds uploaded from this computer. Throws `core/serviceStopped`.
 */
export async function sendWarnings(
  deps: UploadDeps,
  accountId: string,
  versionId: number,
  recipients: Recipients,
): Promise<readonly Message[]> {
  const info = await packageOfVersion(deps, accountId, versionId);
  const ofBuild = info?.installWarnings ?? [];
  if (accountId === builtInAccountId) {
    const { devices } = deps.builtIn.service();
    const ofDevices = await devices.warnings(await devices.listedBy(versionId), recipients);
    return [...ofBuild, ...ofDevices, ...linkWarnings(deps, accountId)];
  }
  return ofBuild;
}

/** Returns a version's package. For other services, returns null unless this computer uploaded the build. */
export async function packageOfVersion(
  { builtIn, uploads }: UploadDeps,
  accountId: string,
  versionId: number,
): Promise<PackageInfo | null> {
  if (accountId === builtInAccountId) return builtIn.service().packageOf(versionId);
  const upload = uploads().find(
    (each) => each.accountId === accountId && each.target?.versionId === versionId,
  );
  return upload?.package ?? null;
}
