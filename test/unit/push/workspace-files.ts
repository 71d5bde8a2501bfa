import { writeWorkspaceFiles } from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

/** Creates a temporary project folder with the files of `writeWorkspaceFiles`. */
export async function writeWorkspace(
  changed: Readonly<Record<string, string | Buffer | null>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  await writeWorkspaceFiles(folder, changed);
  return folder;
}
