import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { watchOptions } from '../../../main/core/folders/watch-options.ts';
import { folderSchema } from '../../../main/settings/folder-rule.ts';
import { noRecipients } from '../../../main/settings/settings-schema.ts';
import { buildsToMarkAsSeen } from '../../../main/watcher/folder/existing-builds.ts';
import { writeBuild } from '../../contract/core/core-world.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test.each([
  ['in the same millisecond as the folder was added', 'existing', 0],
  ['a millisecond after the folder was added', 'new', -1],
])('a build written %s is %s', async (_, kind, offset) => {
  const folder = await temporaryFolder();
  const path = await writeBuild(folder, 'notes.apk', 1);
  const watchedSince = Math.floor((await stat(path)).ctimeMs) + offset;
  const rule = folderSchema.parse({
    ...{ id: 'notes', path: folder, accountId: 'remote', area: 'testingdist', activate: true },
    ...{ recipients: noRecipients, existingBuilds: 'none', paused: false, watchedSince },
  });
  const seen = await buildsToMarkAsSeen([path], watchOptions(rule, 'linux', collectedLog().log), folder);
  expect(seen.map((build) => build.path)).toEqual(kind === 'existing' ? [path] : []);
});
