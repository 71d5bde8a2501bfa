/** Commands of a user whose home folder is missing, as in a container that runs with `--user`. */
import { spawnSync } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipway } from './run-slipway.ts';

/** Command prefix that switches to a user id without an entry in the user database. */
const within = ['setpriv', '--reuid', '123456', '--regid', '123456', '--clear-groups'];
const canSwitchUser = spawnSync('setpriv', within.slice(1).concat('true')).status === 0;

describe.skipIf(!canSwitchUser)('a command without a home folder', () => {
  test.each([
    ['no HOME', ['env', '-u', 'HOME']],
    ['an empty HOME', ['env', 'HOME=']],
    ['a missing HOME', ['env', 'HOME=/nonexistent']],
  ])('fails and suggests --data-dir with %s', async (_, environment) => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o777);
    const { code, stderr } = await slipway(
      ['queue'],
      {},
      { within: [...within, ...environment, 'env', '-C', folder] },
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/data folder .+ cannot be used .+--data-dir\.\n$/),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });
});
