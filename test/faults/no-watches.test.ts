/** The system has no file watches left. Linux can limit them in a user namespace. */
import { spawnSync } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { writeApk } from '../unit/cli/builds.ts';
import { runService, startSlipway } from '../unit/cli/run-slipway.ts';
import { everything } from './tally.ts';

const limited = (what: string): readonly string[] => [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  `echo ${what} && exec "$@"`,
  'sh',
];

function canLimit(what: string): boolean {
  const [program = '', ...words] = [...limited(what), 'true'];
  const tried = spawnSync(program, words, { encoding: 'utf8' });
  if (tried.status !== 0)
    console.warn(`skipped: watches cannot be limited here (${tried.stderr || tried.error})`);
  return tried.status === 0;
}

const cases: readonly [string, string][] = [
  ['watches', '10 > /proc/sys/user/max_inotify_watches'],
  ['instances', '0 > /proc/sys/user/max_inotify_instances'],
];
const chosen = everything ? cases : cases.slice(0, 1);

test.for(chosen)('a folder is polled for builds when no inotify %s are left', async ([, what], { skip }) => {
  if (!canLimit(what)) return skip();
  const { environment } = await runService();
  const [folder, dataDir, elsewhere] = await Promise.all([
    temporaryFolder(),
    temporaryFolder(),
    temporaryFolder(),
  ]);
  for (let index = 0; index < 20; index += 1) await mkdir(join(folder, `module-${index}`));
  const words = ['watch', folder, '--data-dir', dataDir, '--json'];
  const watching = startSlipway(words, environment, { within: limited(what) });
  const notice = await watching.until('stderr', 'checked every few seconds');
  expect(notice).toContain('sudo sysctl fs.inotify.max_user_watches=');
  await rename(await writeApk(elsewhere, 'app.apk', 1), join(folder, 'module-7', 'app.apk'));
  expect(await watching.until('stdout', 'app.apk')).toContain('"done"');
  watching.signal('SIGINT');
  expect((await watching.ended).code).toBe(0);
});
