/** A built-in service as a page sees it. */
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
import { freshFolders, openCore, putBuild, upload } from '../core/core-world.ts';

export async function openPlace(secrets: SecretStore = memorySecrets(), given?: string) {
  const { dataDir, builds } = given === undefined ? await freshFolders() : { dataDir: given, builds: given };
  const opened = await openCore(dataDir, secrets);
  const bridge = createBridge(opened.core, terminalHost());
  const heard: { readonly name: EventName; readonly value: unknown }[] = [];
  bridge.onEvent((name, value) => heard.push({ name, value }));
  const call = async <Name extends CallName>(
    name: Name,
    values: CallArguments<Name>,
  ): Promise<CallResult<Name>> => {
    const outcome = await bridge.call(name, values);
    if (!outcome.ok) throw new CodedError(outcome);
    return outcome.value as CallResult<Name>;
  };
  const told = <Name extends EventName>(name: Name): readonly BridgeEvents[Name][] =>
    heard.filter((each) => each.name === name).map(({ value }) => value as BridgeEvents[Name]);
  return { ...opened, dataDir, builds, call, told, everything: () => JSON.stringify(heard) };
}

/** A build that was sent to these addresses, through the built-in service. */
export async function sendBuild(place: Awaited<ReturnType<typeof openPlace>>, emails: readonly string[]) {
  const [queued] = await place.core.uploads.add({
    paths: [await putBuild(place.builds, 'notes.apk', 1)],
    accountId: builtInAccountId,
    area: 'testingdist',
    activate: true,
    recipients: { teamIds: [], memberIds: [], emails: [...emails] },
    // The link opens on this computer only.
    sendAnyway: true,
  });
  await upload(place.core, (view) => view.id === queued?.id && view.state === 'done');
}

export const patiently = { timeout: 15_000 };
