import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import type { CommandContext } from '../../run/context.ts';
import type { DirectoryClient, RunOnDirectory } from '../../run/with-service.ts';
import { plainText } from '../../terminal/format.ts';

type CreatedClient = { readonly clientId: string; readonly clientSecret: string };

export function addClientCommands(client: Command, withClient: RunOnDirectory): void {
  client
    .command('list', { isDefault: true })
    .description('Lists the clients.')
    .action(() => withClient(listClients));
  client
    .command('add <id>')
    .description('Makes a client; its secret is made and shown once.')
    .action((id: string) =>
      withClient(
        async (context, client) => show(context, await client.call('service.addClient', { clientId: id })),
        true,
      ),
    );
  client
    .command('secret <id>')
    .description('Gives a client another secret, shown once; the one before no longer counts.')
    .action((id: string) => withClient((context, client) => renew(context, client, id)));
  client
    .command('remove <id>')
    .description('Removes a client.')
    .action((id: string) => withClient((context, client) => removeClient(context, client, id)));
}

async function listClients({ terminal }: CommandContext, client: DirectoryClient): Promise<ExitCode> {
  const { clients } = await client.call('service.credentials', {});
  terminal.result(clients.map(({ clientId }) => ({ clientId })));
  terminal.show(clients.map(({ clientId }) => plainText(clientId)));
  if (clients.length === 0)
    terminal.note('There are no clients yet. The first start of the service makes one.');
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
  return terminal.done({ clientId }, `The client ${plainText(clientId)} is gone.`);
}

function show({ terminal }: CommandContext, { clientId, clientSecret }: CreatedClient): ExitCode {
  terminal.show([`The secret of the client ${plainText(clientId)}, shown this once: ${clientSecret}`]);
  return terminal.done({ clientId, clientSecret });
}
