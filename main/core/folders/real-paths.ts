import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import type { FolderRule } from '../../settings/settings-schema.ts';

/** The rule with its folders named as the disk has them: two paths may lead to one place. */
export async function withRealPaths(rule: FolderRule): Promise<FolderRule> {
  const path = await realPath(rule.path);
  if (rule.afterUpload.kind !== 'move') return { ...rule, path };
  return { ...rule, path, afterUpload: { kind: 'move', folder: await realPath(rule.afterUpload.folder) } };
}

/** With all links resolved, as far down as the path exists and can be read. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    const above = dirname(path);
    return above === path ? path : join(await realPath(above), basename(path));
  }
}
