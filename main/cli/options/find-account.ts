import type { LocalClient } from '../../bridge/local/local-client.ts';
import type { AccountView } from '../../settings/account-view.ts';
import { cliErrors } from '../errors.ts';

/**
 * Finds an account by name or id; defaults to the active account. Throws `cli/unknownAccount`,
 * `cli/noAccount`.
 */
export async function findAccount(client: LocalClient, name: string | undefined): Promise<AccountView> {
  const accounts = await client.call('accounts.list', {});
  const names = accounts.map((account) => account.name).join(', ');
  const found = accounts.find(({ id, name: called, active }) =>
    name === undefined ? active : id === name || called.toLowerCase() === name.toLowerCase(),
  );
  if (found) return found;
  throw name === undefined
    ? cliErrors.noAccount({ known: names })
    : cliErrors.unknownAccount({ name, known: names });
}
