/** An AppImage that updates itself from valid and defective local feeds. */
import { strict as assert } from 'node:assert';
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asUser } from './as-user.ts';
import { type Fault, type Feed, feedAddress, openFeed } from './feed.ts';
import type { UpdateAnswer, UpdateOrder } from './update-itself.ts';

const older = 'Slipway-0.1.0.AppImage';
const newer = 'Slipway-0.2.0.AppImage';

const otherHash = (text: string): string =>
  text.replace(/sha512: \S+/g, `sha512: ${Buffer.alloc(64, 7).toString('base64')}`);
const version = (other: string) => (text: string) => text.replace(/^version: .*/m, `version: ${other}`);

/** Defects of a feed with the expected error messages; null if no update is found. */
const badFeeds: readonly (readonly [title: string, fault: Fault, words: RegExp | null])[] = [
  ['of the same version', { described: version('0.1.0') }, null],
  ['of an older version', { described: version('0.0.9') }, null],
  ['with a wrong hash', { described: otherHash }, /sha512 checksum mismatch/],
  ['with a truncated package', { cutAt: 100_000 }, /other side closed/],
  ['redirected to http', { redirect: `http://updates.example.org/${newer}` }, /begin with https/],
  ['without its package', { missing: newer }, /404/],
  ['without a description', { missing: '.yml' }, /404/],
  ['without a signature', { missing: '.sig' }, /not signed by the publisher/],
  [
    'signed with another key',
    { signedBy: generateKeyPairSync('ed25519').privateKey },
    /not signed by the publisher/,
  ],
];

/** Runs all cases; throws at the first failure. `folders` contain the builds of 0.1.0 and 0.2.0. */
export async function tryUpdates(
  folders: readonly [older: string, newer: string],
  folder: string,
  key: KeyObject,
  report: (step: string) => void,
): Promise<void> {
  const feed = await openFeed(folder, folders[1], key);
  try {
    for (const [title, fault, words] of badFeeds) {
      feed.break(fault);
      const copy = await startCopy(folders[0], join(folder, title), feed);
      try {
        const answer = await copy.answer();
        assert.equal(answer.feed, feedAddress);
        assert.equal(answer.state, words === null ? 'current' : 'failed', `${title}: ${answer.words}`);
        if (words !== null) assert.match(answer.words, words, title);
        await copy.isAsBefore();
        report(`a feed ${title}: ${words === null ? 'nothing newer' : answer.words}`);
      } finally {
        copy.end();
      }
    }
    feed.break({});
    const copy = await startCopy(folders[0], join(folder, 'good'), feed);
    await copy.isReplacedBy(join(folders[1], newer));
    report('a feed with a newer version: it replaces the older one and runs');
  } finally {
    await feed.stop();
  }
}

/** Installs the program in a new folder and starts it with an update check. */
async function startCopy(from: string, folder: string, { proxy, authority }: Feed) {
  const [programs, home, temporary] = ['programs', 'home', 'temporary'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [folder, programs, home, temporary]) {
    await mkdir(made);
    await chmod(made, 0o777);
  }
  const running = join(programs, older);
  await copyFile(join(from, older), running);
  const [windows, answers] = [join(folder, 'windows'), join(folder, 'answers')];
  for (const log of [windows, answers]) {
    await writeFile(log, '');
    await chmod(log, 0o666);
  }
  const order: UpdateOrder = { proxy, authority, answers };
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, WINDOWS_LOG: windows };
  const child = spawn(...asUser(running), {
    env: { ...env, UPDATES: JSON.stringify(order) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const linesOf = async (log: string): Promise<readonly string[]> =>
    (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
  const line = async (log: string, at: number): Promise<string> => {
    for (;;) {
      const found = (await linesOf(log))[at];
      if (found !== undefined) return found;
      assert.ok(at > 0 || child.exitCode === null, 'Slipway ended');
      await sleep(50);
    }
  };
  const window = async (at: number) =>
    JSON.parse(await line(windows, at)) as { readonly pid: number; readonly version: string };
  const versionOf = (program: string): string => {
    const [command, parameters] = asUser(program, '--version');
    return execFileSync(command, parameters, { env }).toString().trim();
  };
  const first = await window(0);
  assert.equal(first.version, '0.1.0');
  return {
    answer: async () => JSON.parse(await line(answers, 0)) as UpdateAnswer,
    isAsBefore: async (): Promise<void> => {
      assert.equal(child.exitCode, null);
      assert.deepEqual(await readdir(programs), [older]);
      assert.deepEqual(await readFile(running), await readFile(join(from, older)));
      assert.equal(versionOf(running), '0.1.0');
      assert.equal((await linesOf(windows)).length, 1);
    },
    isReplacedBy: async (packed: string): Promise<void> => {
      const second = await window(1);
      assert.equal(second.version, '0.2.0');
      await ended;
      assert.deepEqual(await readdir(programs), [newer]);
      assert.deepEqual(await readFile(join(programs, newer)), await readFile(packed));
      assert.equal(versionOf(join(programs, newer)), '0.2.0');
      process.kill(second.pid);
    },
    end: (): void => void process.kill(first.pid),
  };
}
