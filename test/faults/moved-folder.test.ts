/** A data folder that moves to another disk while its program is killed: nothing is lost, the next start goes on. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { smallDisk, testWithDisks } from './disks.ts';
import type { KillPlan } from './kill-plan.ts';

const files = ['settings.json', 'Local State', join('service', 'blobs', 'a')];
const moveFolder = new URL('../../main/base/files/move-folder.ts', import.meta.url).href;

const program = `import { moveFolder } from ${JSON.stringify(moveFolder)};
  const [from, to] = process.argv.slice(1);
  process.stdout.write(JSON.stringify(moveFolder(from, to, (names) => names.includes('settings.json'))));`;

function move(from: string, to: string, plan: KillPlan | null) {
  const hook = plan ? ['--import', new URL('kill-points.ts', import.meta.url).href] : [];
  const { stdout, signal, stderr } = spawnSync(
    process.execPath,
    [...hook, '--input-type=module-typescript', '-e', program, from, to],
    { encoding: 'utf8', env: { ...process.env, SLIPWAY_KILL_PLAN: JSON.stringify(plan) } },
  );
  return { stdout, killed: signal === 'SIGKILL', stderr };
}

async function fill(folder: string, bytes = 10): Promise<void> {
  await mkdir(join(folder, 'service', 'blobs'), { recursive: true });
  for (const name of files) await writeFile(join(folder, name), name.padEnd(bytes, '.'));
}

async function expectMoved(from: string, to: string): Promise<void> {
  for (const name of files) expect((await readFile(join(to, name), 'utf8')).startsWith(name)).toBe(true);
  expect((await readdir(to)).sort()).toEqual(['Local State', 'service', 'settings.json']);
  expect(await readdir(join(from, '..'))).toEqual([]);
  expect(await readdir(join(to, '..'))).toEqual(['Slipway']);
}

testWithDisks(
  'killed at any change of files, the next start has everything',
  { timeout: 240_000 },
  async () => {
    const [disk, folder] = [await smallDisk(16), await temporaryFolder()];
    let kills = 0;
    for (let at = 1; at < 100; at += 1) {
      for (const after of [false, true]) {
        const from = join(disk, `${at}${after}`, 'Slipway');
        const to = join(folder, `${at}${after}`, 'Slipway');
        await fill(from);
        const { killed, stderr } = move(from, to, { folder: '/', only: 'file:', at, after });
        expect(stderr).toBe('');
        if (killed)
          expect(JSON.parse(move(from, to, null).stdout)).toMatchObject({ folder: to, unused: null });
        await expectMoved(from, to);
        if (killed) kills += 1;
        // A change the system refused has no moment after it; without a change of this number all moments are over.
        else if (!after) {
          expect(kills).toBeGreaterThan(30);
          return;
        }
      }
    }
    expect.fail('The program never came to its end');
  },
);

testWithDisks('where the other disk is too small, everything stays and is used where it was', async () => {
  const [disk, folder] = [await smallDisk(1), await temporaryFolder()];
  const [from, to] = [join(folder, 'Slipway'), join(disk, 'Slipway')];
  await fill(from, 600_000);
  expect(JSON.parse(move(from, to, null).stdout)).toMatchObject({ folder: from, unused: null });
  for (const name of files) expect((await stat(join(from, name))).size).toBe(600_000);
  expect([await readdir(folder), await readdir(disk)]).toEqual([['Slipway'], []]);
});

testWithDisks('a folder that the system does not let go of is used where it is', async () => {
  const [from, other] = [await smallDisk(1), await smallDisk(1)];
  await fill(from);
  const moved = JSON.parse(move(from, join(other, 'Slipway'), null).stdout);
  expect(moved).toMatchObject({ folder: from, unused: null, problem: { code: 'EBUSY' } });
  expect(await readdir(from)).toEqual(expect.arrayContaining(['Local State', 'service', 'settings.json']));
});
