import type { LocalClient } from '../../bridge/local/local-client.ts';
import type { FolderInput } from '../../settings/folder-rule.ts';
import type { RuleOptions } from '../options/rule-options.ts';
import { findApp, type NamedApp } from '../options/version-name.ts';
import type { Context } from './context.ts';
import { isBuiltIn } from './queue-client.ts';
import { withCommandRetry } from './retry.ts';

/** Finds the app of `--app`; {} for an id, `new` or `found`. Throws `cli/unknownApp`, `cli/ambiguous`. */
export async function chosenApplication(
  context: Context,
  client: LocalClient,
  accountId: string,
  { app }: Pick<RuleOptions, 'app'>,
): Promise<Pick<FolderInput, 'application'>> {
  if (app?.kind !== 'named') return {};
  if (await isBuiltIn(client, accountId)) await client.call('service.start', {});
  const apps = () => withCommandRetry(context, () => namedApps(client, accountId));
  return { application: { kind: 'chosen', id: await findApp(app.name, { apps }) } };
}

export async function namedApps(
  client: Pick<LocalClient, 'call'>,
  accountId: string,
): Promise<readonly NamedApp[]> {
  const apps = await client.call('apps.list', { accountId });
  return apps.map(({ id, name, last }) => ({ id, name, packageId: last?.uniqueName ?? null }));
}
