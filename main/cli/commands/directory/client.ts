import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { plainText } from '../../terminal/format.ts';

type CreatedClient = { readonly clientId: string; readonly clientSecret: string };

export function addClientCommands(client: Command, withClient: RunOnDirectory): void {
  client
    .command('list', { isDefault: true })
    .description('List the clients.')
    .action(() => withClient(listClients));
  client
    .command('add')
    .description('Create a client and show its secret once.')
    .argument('<id>', 'id of the client')
    .action((id: string) =>
      withClient(
        async (context, client) => show(context, await client.call('service.addClient', { clientId: id })),
        true,
      ),
    );
  client
    .command('secret')
    .description('Replace the secret of a client and show the new secret once. The old secret stops working.')
    .argument('<id>', 'id of the client')
    .action((id: string) => withClient((context, client) => renew(context, client, id)));
  client
    .command('remove')
    .description('Remove a client.')
    .argument('<id>', 'id of the client')
    .action((id: string) => withClient((context, client) => removeClient(context, client, id)));
}

async function listClients({ terminal }: CommandContext, client: DirectoryClient): Promise<ExitCode> {
  const { clients } = await client.call('service.credentials', {});
  terminal.result(clients.map(({ clientId }) => ({ clientId })));
  terminal.show(clients.map(({ clientId }) => plainText(clientId)));
  if (clients.length === 0)
    terminal.note('There are no clients yet. The first start of the service creates one.');
  return exitCodes.done;
}

async function renew(context: CommandContext, client: DirectoryClient, id: string): Promise<ExitCode> {
  return show(context, await client.call('service.renewClient', { clientId: id }));
}

async function removeClient(
  { terminal }: CommandContext,
  client: DirectoryClient,
  clientId: string,
): Promise<ExitCode> {
  await client.call('service.removeClient', { clientId });
  return terminal.done({ clientId }, `Removed the client ${plainText(clientId)}.`);
}

function show({ terminal }: CommandContext, { clientId, clientSecret }: CreatedClient): ExitCode {
  terminal.show([`Secret of the client ${plainText(clientId)}, shown only once: ${clientSecret}`]);
  return terminal.done({ clientId, clientSecret });
}
