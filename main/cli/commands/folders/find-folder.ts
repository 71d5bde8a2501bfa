import type { LocalClient } from '../../../bridge/local/local-client.ts';
import type { FolderView } from '../../../core/views/folders.ts';
import { textOf } from '../../../messages/text.ts';
import { cliErrors } from '../../errors.ts';
import { resolvePath } from '../../resolve-path.ts';
import type { Context } from '../../run/context.ts';
import { plainText } from '../../terminal/format.ts';
import { ruleText, stateText } from './folder-text.ts';

/** Finds a folder by path or id. Throws `cli/unknownFolder`. */
export async function findFolder(client: LocalClient, name: string): Promise<FolderView> {
  const folders = await client.call('folders.list', {});
  const path = resolvePath(name);
  const found = folders.find((folder) => folder.id === name || folder.path === path);
  if (!found) throw cliErrors.unknownFolder({ name });
  return found;
}

/** `running`: true if a running Slipway watches the folders. */
export function showFolder({ terminal }: Context, folder: FolderView, running: boolean): void {
  terminal.print(plainText(folder.path));
  terminal.print(`  ${ruleText(folder)}`);
  terminal.print(`  ${stateText(folder, running)}`);
  for (const file of folder.waiting) terminal.print(`  ${plainText(`${file.path}: ${textOf(file.reason)}`)}`);
}
