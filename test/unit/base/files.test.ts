import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CodedError, errorTable, systemCode, toFailure } from '../../../main/base/errors.ts';
import { Events } from '../../../main/base/events.ts';
import {
  fileError,
  fileStamp,
  freeBytes,
  sameStamp,
  writeAtomically,
} from '../../../main/base/files/files.ts';
import { textOf } from '../../../main/messages/text.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('writeAtomically replaces a file with mode 600 and no temporary files', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'deep', 'secrets.json');
  await writeAtomically(path, 'one');
  await writeAtomically(path, 'two');
  expect(await readFile(path, 'utf8')).toBe('two');
  if (hasModes) expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'deep'))).toEqual(['secrets.json']);
});

test.runIf(hasModes)('writeAtomically applies the umask to new files and preserves old modes', async () => {
  const path = join(await temporaryFolder(), 'shared.json');
  await writeAtomically(path, 'one', 'shared');
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
  for (const mode of [0o640, 0o664, 0o600]) {
    await chmod(path, mode);
    await writeAtomically(path, 'two', 'shared');
    expect((await stat(path)).mode & 0o777).toBe(mode);
  }
});

test('writeAtomically leaves no temporary file when it fails', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'taken', 'inside'), { recursive: true });
  await expect(writeAtomically(join(folder, 'taken'), 'x')).rejects.toMatchObject({
    code: expect.stringMatching(/^file\//),
  });
  expect(await readdir(folder)).toEqual(['taken']);
});

test('fileStamp returns null for missing files and folders', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a'), 'four');
  expect((await fileStamp(join(folder, 'a')))?.size).toBe(4);
  expect(await fileStamp(join(folder, 'b'))).toBeNull();
  expect(await fileStamp(join(folder, 'a', 'b'))).toBeNull();
  expect(await fileStamp(folder)).toBeNull();
  expect(sameStamp({ size: 1, mtimeMs: 2 }, { size: 1, mtimeMs: 2 })).toBe(true);
  expect(sameStamp({ size: 1, mtimeMs: 2 }, { size: 1, mtimeMs: 3 })).toBe(false);
});

test.each([
  ['ENOENT', 'file/missing', 'choose-file'],
  ['EACCES', 'file/denied', 'grant-permission'],
  ['EPERM', 'file/denied', 'grant-permission'],
  ['EBUSY', 'file/busy', 'retry'],
  ['ENOSPC', 'file/full', 'free-space'],
  ['EIO', 'file/failed', 'retry'],
])('fileError maps %s to %s', (system, code, remedy) => {
  const cause = Object.assign(new Error('x'), { code: system });
  const error = fileError(cause, '/builds/a.apk');
  expect(error).toMatchObject({ code, remedy, cause });
  expect(error.message).toContain('/builds/a.apk');
});

test('systemCode searches the cause chain', () => {
  const inner = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  expect(systemCode(new Error('outer', { cause: inner }))).toBe('ECONNREFUSED');
  expect(systemCode('text')).toBeNull();
});

test('freeBytes returns the free space of the disk', async () => {
  expect(await freeBytes(await temporaryFolder())).toBeGreaterThan(0);
});

test('errorTable creates errors with code, message, remedy and cause', () => {
  const errors = errorTable('internal', { unexpected: 'wait', uncaught: 'report' });
  const cause = new Error('why');
  const error = errors.unexpected({ text: 'why' }, { cause, details: { status: 418 } });
  expect(toFailure(error)).toEqual({
    code: 'internal/unexpected',
    remedy: 'wait',
    values: { text: 'why' },
  });
  expect(error.message).toBe('Something unexpected happened (why): please report it and include the log.');
  expect(error.cause).toBe(cause);
  expect(error.details.status).toBe(418);
});

test('toFailure reports an unexpected error without its secrets', () => {
  const failure = toFailure(new Error('password=hunter2'));
  expect(JSON.stringify(failure)).not.toContain('hunter2');
  expect(textOf(failure)).not.toContain('hunter2');
  expect(toFailure(new Error('x')).code).toBe('internal/unexpected');
});

test('a listener that throws does not affect other listeners', () => {
  const { log, lines } = collectedLog();
  const events = new Events<{ tick: number }>(log);
  const received: number[] = [];
  events.on('tick', () => {
    throw new Error('bad listener');
  });
  const stop = events.on('tick', (value) => received.push(value));
  events.emit('tick', 1);
  stop();
  events.emit('tick', 2);
  expect(received).toEqual([1]);
  expect(lines.filter((line) => /Could not run a listener.*bad listener/.test(line))).toHaveLength(2);
});

test('writeAtomically throws an error with a code if it cannot write', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), 'text');
  await expect(writeAtomically(join(folder, 'file', 'a.json'), '{}')).rejects.toBeInstanceOf(CodedError);
});
