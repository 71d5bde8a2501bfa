import { type Command, Option } from 'commander';
import type { LocalClient } from '../../bridge/local/local-client.ts';
import { byteSizeText } from '../../messages/byte-size.ts';
import { finishedStates, isInQueue, type UploadView } from '../../uploads/upload-view.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { tokenConnection } from '../options/account.ts';
import { addRecipientOptions, type RecipientOptions } from '../options/options.ts';
import { hasRecipients, resolveRecipients } from '../options/recipients.ts';
import type { Context } from '../run/context.ts';
import { buildTitle, stateText } from '../run/follow.ts';
import { isBuiltIn, withBriefClient, withClient } from '../run/queue-client.ts';
import { withCommandRetry } from '../run/retry.ts';
import type { Run } from '../run/run-command.ts';
import { formatTable, plainText } from '../terminal/format.ts';

const uploadArgument = 'number of the upload from “queue list”, or its first characters';

export function addQueueCommands(program: Command, run: Run): void {
  const queue = program
    .command('queue')
    .description(
      'Show and control the upload queue. If Slipway is not running, changes apply from the next “upload”, “watch” or “start”.',
    );
  queue
    .command('list', { isDefault: true })
    .description('List unfinished and failed uploads in queue order.')
    .action(() =>
      run((context) =>
        withBriefClient(context, ({ client }) => list(context, client), tokenConnection(context.environment)),
      ),
    );
  addPauses(queue, run);
  addChanges(queue, run);
}

function addPauses(queue: Command, run: Run): void {
  queue
    .command('pause')
    .description('Pause the given uploads, or the whole queue.')
    .argument('[upload...]', uploadArgument)
    .action((names: string[]) => run((context) => setPaused(context, names, true)));
  queue
    .command('resume')
    .description('Resume the given uploads, or the whole queue.')
    .argument('[upload...]', uploadArgument)
    .action((names: string[]) => run((context) => setPaused(context, names, false)));
}

function addChanges(queue: Command, run: Run): void {
  const forEach = (
    name: string,
    description: string,
    work: (client: LocalClient, id: string) => Promise<unknown>,
  ) =>
    queue
      .command(name)
      .description(description)
      .argument('<upload...>', uploadArgument)
      .action((names: string[]) => run((context) => change(context, names, work)));
  forEach('cancel', 'Cancel uploads. Deletes nothing on the service.', (client, id) =>
    client.call('uploads.cancel', { id }),
  );
  forEach('retry', 'Retry uploads from the step that failed.', (client, id) =>
    client.call('uploads.retry', { id }),
  );
  forEach('remove', 'Remove finished uploads from the list.', (client, id) =>
    client.call('uploads.remove', { id }),
  );
  forEach('approve', 'Approve uploads that are awaiting confirmation.', (client, id) =>
    client.call('uploads.answer', { id, send: true }),
  );
  forEach('reject', 'Reject uploads that are awaiting confirmation.', (client, id) =>
    client.call('uploads.answer', { id, send: false }),
  );
  queue
    .command('move')
    .description('Move an upload within the queue.')
    .argument('<upload>', uploadArgument)
    .addOption(new Option('--first', 'move to the front').conflicts(['last', 'before']))
    .addOption(new Option('--last', 'move to the end').conflicts('before'))
    .option('--before <upload>', 'move before this upload')
    .action((name: string, options: MoveOptions) => run((context) => move(context, name, options)));
  addRecipientOptions(
    queue
      .command('send-again')
      .description(
        'Resend an already uploaded build to the given recipients (default: the previous recipients).',
      )
      .argument('<upload>', uploadArgument),
  ).action((name: string, options: RecipientOptions) => run((context) => sendAgain(context, name, options)));
}

type MoveOptions = { readonly first?: true; readonly last?: true; readonly before?: string };

async function list({ terminal }: Context, client: LocalClient): Promise<ExitCode> {
  const accounts = await client.call('accounts.list', {});
  const shown = inOrder(await client.call('uploads.list', {}))
    .filter(isInQueue)
    .map((upload) => ({
      ...upload,
      service: accounts.find(({ id }) => id === upload.accountId)?.baseUrl ?? null,
    }));
  if (await client.call('uploads.paused', {})) terminal.note('The queue is paused.');
  if (shown.length === 0) terminal.note('There are no unfinished uploads.');
  else terminal.show(formatTable([heading, ...shown.map(row)]));
  return terminal.done(shown);
}

function inOrder(uploads: readonly UploadView[]): readonly UploadView[] {
  return uploads.toSorted((a, b) => a.order - b.order);
}

const heading = ['number', 'size', 'service', 'build', 'state'];

function row(upload: UploadView & { readonly service: string | null }): readonly string[] {
  const { id, totalBytes, service } = upload;
  const cells = [byteSizeText(totalBytes), plainText(service ?? '–'), buildTitle(upload), stateText(upload)];
  return [id.slice(0, 8), ...cells];
}

async function setPaused(context: Context, names: readonly string[], paused: boolean): Promise<ExitCode> {
  if (names.length > 0) {
    return change(context, names, (client, id) =>
      paused ? client.call('uploads.pauseOne', { id }) : client.call('uploads.resumeOne', { id }),
    );
  }
  return withClient(context, tokenConnection(context.environment), async ({ client }) => {
    await client.call('uploads.setPaused', { paused });
    return context.terminal.done({ paused }, paused ? 'The queue is paused.' : 'The queue is resumed.');
  });
}

/** Resolves all names first, so that an unknown name changes nothing. */
async function change(
  context: Context,
  names: readonly string[],
  work: (client: LocalClient, id: string) => Promise<unknown>,
): Promise<ExitCode> {
  return withClient(context, tokenConnection(context.environment), async ({ client }) => {
    const all = await client.call('uploads.list', {});
    const ids = [...new Set(names.map((name) => findUpload(all, name).id))];
    for (const id of ids) await work(client, id);
    await showUploads(context, client, ids);
    return exitCodes.done;
  });
}

async function move(context: Context, name: string, options: MoveOptions): Promise<ExitCode> {
  if (!options.first && !options.last && options.before === undefined) throw cliErrors.noPosition({});
  return withClient(context, tokenConnection(context.environment), async ({ client }) => {
    const all = inOrder(await client.call('uploads.list', {}));
    const { id } = findUpload(all, name);
    const others = all.filter((upload) => upload.id !== id && !finishedStates.includes(upload.state));
    const before = options.before === undefined ? others[0] : findUpload(all, options.before);
    await client.call('uploads.move', { id, beforeId: options.last ? null : (before?.id ?? null) });
    return list(context, client);
  });
}

async function sendAgain(context: Context, name: string, options: RecipientOptions): Promise<ExitCode> {
  return withClient(context, tokenConnection(context.environment), async ({ client }) => {
    const { id, accountId } = findUpload(await client.call('uploads.list', {}), name);
    const fetchPeople = (listedOnly: boolean) =>
      withCommandRetry(context, () => client.call('apps.people', { accountId, listedOnly }));
    const recipients = await resolveRecipients(fetchPeople, options, await isBuiltIn(client, accountId));
    await client.call('uploads.sendAgain', {
      id,
      ...(hasRecipients(options) ? { recipients: { ...recipients } } : {}),
    });
    await showUploads(context, client, [id]);
    return exitCodes.done;
  });
}

async function showUploads(
  { terminal }: Context,
  client: LocalClient,
  ids: readonly string[],
): Promise<void> {
  const all = await client.call('uploads.list', {});
  const now = all.filter(({ id }) => ids.includes(id));
  for (const upload of now) terminal.print(`${buildTitle(upload)}: ${plainText(stateText(upload))}`);
  terminal.result(now);
}

/** Finds an upload by id prefix. Throws `cli/unknownUpload`, `cli/ambiguous`. */
function findUpload(uploads: readonly UploadView[], name: string): UploadView {
  const [first, second] = uploads.filter(({ id }) => id.startsWith(name.toLowerCase()));
  if (!first) throw cliErrors.unknownUpload({ name });
  if (second) throw cliErrors.ambiguous({ what: 'upload', name });
  return first;
}
