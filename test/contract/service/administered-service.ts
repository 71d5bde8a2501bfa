/** The built-in service, administered through the bridge that the pages use. */
import { CodedError } from '../../../main/base/errors.ts';
import { createBridge } from '../../../main/bridge/bridge.ts';
import { terminalHost } from '../../../main/cli/run/terminal-host.ts';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { memorySecrets, type SecretStore } from '../../../main/settings/secrets.ts';
import type {
  BridgeEvents,
  CallArguments,
  CallName,
  CallResult,
  EventName,
} from '../../../preload/contract.ts';
import { freshFolders, openCore, upload, writeBuild } from '../core/core-world.ts';

export async function openAdministration(secrets: SecretStore = memorySecrets(), given?: string) {
  const { dataDir, builds } = given === undefined ? await freshFolders() : { dataDir: given, builds: given };
  const opened = await openCore(dataDir, secrets);
  const bridge = createBridge(opened.core, terminalHost());
  const events: { readonly name: EventName; readonly value: unknown }[] = [];
  bridge.onEvent((name, value) => events.push({ name, value }));
  const call = async <Name extends CallName>(
    name: Name,
    values: CallArguments<Name>,
  ): Promise<CallResult<Name>> => {
    const outcome = await bridge.call(name, values);
    if (!outcome.ok) throw new CodedError(outcome);
    return outcome.value as CallResult<Name>;
  };
  const eventsOf = <Name extends EventName>(name: Name): readonly BridgeEvents[Name][] =>
    events.filter((each) => each.name === name).map(({ value }) => value as BridgeEvents[Name]);
  return { ...opened, dataDir, builds, call, eventsOf, everything: () => JSON.stringify(events) };
}

/** Uploads a build to the built-in service and sends it to these addresses. */
export async function sendBuild(
  world: Awaited<ReturnType<typeof openAdministration>>,
  emails: readonly string[],
) {
  const [queued] = await world.core.uploads.add({
    paths: [await writeBuild(world.builds, 'notes.apk', 1)],
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [], memberIds: [], emails: [...emails] },
    // Confirms the warning that the link opens only on this computer.
    sendAnyway: true,
  });
  await upload(world.core, (view) => view.id === queued?.id && view.state === 'done');
}

export const longTimeout = { timeout: 15_000 };
