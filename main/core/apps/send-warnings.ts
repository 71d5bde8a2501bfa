import { isLoopbackUrl } from '../../api/transport/proxy/proxy-exceptions.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { UploadView } from '../../uploads/upload-view.ts';
import type { BuiltIn } from '../service/built-in.ts';
import { builtInAccountId } from '../service/built-in-account.ts';

type Deps = { readonly builtIn: Pick<BuiltIn, 'status' | 'service'>; readonly settings: SettingsStore };

/** Warns if mail leaves this computer but its links work only here. */
export function linkWarnings({ builtIn, settings }: Deps, accountId: string): readonly Message[] {
  if (accountId !== builtInAccountId || settings.get().builtInService.mailServer === null) return [];
  const { url: address } = builtIn.status();
  if (address === null || !isLoopbackUrl(new URL(address))) return [];
  return [messageOf('note/linkOnlyHere', { address })];
}

/**
 * Returns warnings about the build and its link. For other services, only builds uploaded from this computer
 * have warnings. Throws `core/serviceStopped`.
 */
export async function sendWarnings(
  deps: Deps & { readonly uploads: () => readonly UploadView[] },
  accountId: string,
  versionId: number,
): Promise<readonly Message[]> {
  if (accountId === builtInAccountId) {
    const ofBuild = await deps.builtIn.service().installWarnings(versionId);
    return [...ofBuild, ...linkWarnings(deps, accountId)];
  }
  const upload = deps
    .uploads()
    .find((each) => each.accountId === accountId && each.target?.versionId === versionId);
  return upload?.package?.installWarnings ?? [];
}
