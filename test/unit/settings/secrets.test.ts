import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSecrets, memorySecrets } from '../../../main/settings/secrets.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { hasModes } from '../../fakes/systems.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test('fileSecrets stores values in a file with mode 600', async () => {
  const path = join(await temporaryFolder(), 'secrets.json');
  const secrets = fileSecrets(path);
  expect(await secrets.get('a')).toBeNull();
  await Promise.all([secrets.set('a', 'one'), secrets.set('b', 'two'), secrets.set('c', 'three')]);
  await secrets.remove('b');
  expect([await secrets.get('a'), await secrets.get('b'), await secrets.get('c')]).toEqual([
    'one',
    null,
    'three',
  ]);
  if (hasModes) expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.runIf(hasModes)('fileSecrets rejects a file that other users can read', async () => {
  const path = join(await temporaryFolder(), 'secrets.json');
  await fileSecrets(path).set('a', 'one');
  await chmod(path, 0o644);
  await expect(fileSecrets(path).get('a')).rejects.toMatchObject({
    code: 'settings/secretsExposed',
    remedy: 'grant-permission',
  });
});

test('fileSecrets reports a damaged file and does not overwrite it', async () => {
  const path = join(await temporaryFolder(), 'secrets.json');
  await writeFile(path, '{"a": ', { mode: 0o600 });
  await expect(fileSecrets(path).set('b', 'two')).rejects.toMatchObject({
    code: 'settings/secretsUnreadable',
  });
  expect(await readFile(path, 'utf8')).toBe('{"a": ');
});

test('the error for a damaged file does not quote the contents', async () => {
  const path = join(await temporaryFolder(), 'secrets.json');
  await writeFile(path, '{"a": hunter2}', { mode: 0o600 });
  const { log, lines } = collectedLog();
  await fileSecrets(path)
    .get('a')
    .catch((error: unknown) => log.error('x', { error }));
  expect(lines.join()).toContain('settings/secretsUnreadable');
  expect(lines.join()).not.toContain('hunter');
});

test('memorySecrets stores and removes values', async () => {
  const secrets = memorySecrets({ a: 'one' });
  await secrets.set('b', 'two');
  await secrets.remove('a');
  expect([await secrets.get('a'), await secrets.get('b')]).toEqual([null, 'two']);
});
