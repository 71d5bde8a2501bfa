/** With which client ids programs may sign in to the built-in service. */
import type { Command } from 'commander';
import type { Core } from '../../core.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { plainText } from '../format.ts';
import { type Run, withService } from './with-service.ts';

type Made = { readonly clientId: string; readonly clientSecret: string };

export function addClientCommands(client: Command, run: Run): void {
  const withCore = (work: (context: Context, core: Core) => Promise<ExitCode>): Promise<void> =>
    run((context) => withService(context, (core) => work(context, core)));
  client
    .command('list', { isDefault: true })
    .description('Lists the clients.')
    .action(() => withCore(listClients));
  client
    .command('add <id>')
    .description('Makes a client; its secret is made and shown once.')
    .action((id: string) =>
      withCore(async (context, core) =>
        show(context, await core.service.service().identity.createClient(id)),
      ),
    );
  client
    .command('secret <id>')
    .description('Gives a client another secret, shown once; the one before no longer counts.')
    .action((id: string) => withCore((context, core) => renew(context, core, id)));
  client
    .command('remove <id>')
    .description('Removes a client.')
    .action((id: string) => withCore((context, core) => removeClient(context, core, id)));
}

async function listClients({ terminal }: Context, core: Core): Promise<ExitCode> {
  const clients = await core.service.service().identity.clients();
  terminal.result(clients.map((clientId) => ({ clientId })));
  if (!terminal.json) for (const clientId of clients) terminal.say(plainText(clientId));
  if (clients.length === 0) terminal.note('There are no clients yet. The first “slipway serve” makes one.');
  return exitCodes.done;
}

async function renew(context: Context, core: Core, id: string): Promise<ExitCode> {
  const { identity } = core.service.service();
  return show(context, await identity.renewClient(id));
}

async function removeClient({ terminal }: Context, core: Core, clientId: string): Promise<ExitCode> {
  await core.service.service().identity.removeClient(clientId);
  terminal.say(`The client ${plainText(clientId)} is gone.`);
  terminal.result({ clientId });
  return exitCodes.done;
}

function show({ terminal }: Context, { clientId, clientSecret }: Made): ExitCode {
  if (!terminal.json)
    terminal.say(`The secret of the client ${plainText(clientId)}, shown this once: ${clientSecret}`);
  terminal.result({ clientId, clientSecret });
  return exitCodes.done;
}
