import type { Command } from 'commander';
import type { SendBody } from '../../../api/wire.ts';
import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { People } from '../../../service/service-view.ts';
import type { FolderInput } from '../../../settings/folder-rule.ts';
import { noRecipients } from '../../../settings/settings-schema.ts';
import { cliErrors } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { findAccount } from '../../options/find-account.ts';
import { addNotesOptions, givenNotesRule, type NotesOptions } from '../../options/notes.ts';
import {
  activateHelp,
  addAreaOptions,
  addRecipientOptions,
  type ConnectionOptions,
  type RecipientOptions,
} from '../../options/options.ts';
import { checkTarget, countRecipients, hasRecipients, resolveRecipients } from '../../options/recipients.ts';
import { addRuleOptions, defaultRule, givenRule, type RuleOptions } from '../../options/rule-options.ts';
import { resolvePath } from '../../resolve-path.ts';
import { chosenApplication } from '../../run/chosen-application.ts';
import type { Context } from '../../run/context.ts';
import { isBuiltIn, withClient } from '../../run/queue-client.ts';
import { withCommandRetry } from '../../run/retry.ts';
import { findFolder, showFolder } from './find-folder.ts';

export type ChangeOptions = RecipientOptions &
  RuleOptions &
  NotesOptions & {
    readonly area?: FolderInput['area'];
    readonly activate?: boolean;
    readonly sendAnyway?: boolean;
    readonly wait?: true;
    readonly account?: string;
    readonly withoutRecipients?: true;
    readonly path?: string;
  };

export type FolderOptions = ConnectionOptions & Omit<ChangeOptions, 'withoutRecipients' | 'path'>;

export function addFolderOptions(command: Command, change: boolean): Command {
  addAreaOptions(command);
  command
    .option('--activate', activateHelp)
    .option('--send-anyway', 'send even builds that few or no devices can install, without asking')
    .option('--wait', 'accept a missing folder and watch it once it exists');
  if (change) {
    command
      .option(
        '--no-activate',
        'do not activate versions (if the folder has recipients, add --without-recipients)',
      )
      .option('--no-send-anyway', 'ask before sending a build that few or no devices can install');
  }
  return addNotesOptions(addRecipientOptions(addRuleOptions(command, change)), change);
}

export async function addFolder(context: Context, path: string, options: FolderOptions): Promise<ExitCode> {
  if (context.environment.SLIPWAY_TOKEN) throw cliErrors.tokenFolder({});
  return withClient(context, options, async ({ client, account, own }) => {
    if (!account) throw cliErrors.noAccount({ known: '' });
    const given = await targetFromOptions(context, client, account.id, options);
    const folder = await client.call('folders.add', {
      area: 'testingdist',
      activate: false,
      recipients: { ...noRecipients },
      sendAnyway: false,
      ...defaultRule,
      ...given,
      path: resolvePath(path),
      accountId: account.id,
      waitForFolder: options.wait === true,
    });
    showFolder(context, folder, own === null);
    return context.terminal.done(folder);
  });
}

export async function changeFolder(
  context: Context,
  name: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withClient(context, null, async ({ client, own }) => {
    const before = await findFolder(client, name);
    const { path, area, activate, recipients, sendAnyway, existingBuilds } = before;
    const accountId =
      options.account === undefined ? before.accountId : (await findAccount(client, options.account)).id;
    const given = await targetFromOptions(context, client, accountId, { area, ...options });
    const rule = { area, activate, recipients, sendAnyway, existingBuilds, ...given };
    if (options.activate === false && countRecipients(rule.recipients) > 0)
      throw cliErrors.inactiveRecipients({});
    const folder = await client.call('folders.update', {
      ...rule,
      id: before.id,
      path: options.path === undefined ? path : resolvePath(options.path),
      accountId,
      waitForFolder: options.wait === true,
    });
    showFolder(context, folder, own === null);
    return context.terminal.done(folder);
  });
}

/** Returns the rule fields that the options set. Resolves recipient names on the service. */
async function targetFromOptions(
  context: Context,
  client: LocalClient,
  accountId: string,
  options: ChangeOptions,
): Promise<Partial<FolderInput>> {
  const { area = 'testingdist', activate, sendAnyway } = options;
  checkTarget({ ...options, area, activate: activate === true });
  const named = hasRecipients(options) ? await recipientsOf(context, client, accountId, options) : null;
  const recipients = named ?? (options.withoutRecipients ? noRecipients : null);
  const releaseNotes = await givenNotesRule(options);
  return {
    ...givenRule(options),
    ...(await chosenApplication(context, client, accountId, options)),
    area,
    ...(activate === undefined ? {} : { activate }),
    ...(sendAnyway === undefined ? {} : { sendAnyway }),
    ...(recipients === null ? {} : { recipients: { ...recipients } }),
    ...(releaseNotes === undefined ? {} : { releaseNotes }),
  };
}

async function recipientsOf(
  context: Context,
  client: LocalClient,
  accountId: string,
  options: RecipientOptions,
): Promise<SendBody> {
  const own = await isBuiltIn(client, accountId);
  const fetchPeople = async (listedOnly: boolean): Promise<People> => {
    if (own) await client.call('service.start', {});
    return withCommandRetry(context, () => client.call('apps.people', { accountId, listedOnly }));
  };
  return resolveRecipients(fetchPeople, options, own);
}
