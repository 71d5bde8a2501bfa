import { putWorkspace } from '../../fakes/push-workspace.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

/** A project folder of its own, filled as `putWorkspace` does. */
export async function writeWorkspace(
  changed: Readonly<Record<string, string | Buffer | null>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  await putWorkspace(folder, changed);
  return folder;
}
