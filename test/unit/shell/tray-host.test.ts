import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isTrue, trayHostCheck } from '../../../main/shell/tray/tray-host.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

test.each([
  ['b true\n', true],
  ['(<true>,)\n', true],
  ['b false\n', false],
  ['(<false>,)\n', false],
  ['', false],
  ['not true\n', false],
  ['ab true\n', false],
])('the response %j is read as %s', (answer, shows) => {
  expect(isTrue(answer)).toBe(shows);
});

const { log } = collectedLog();

test.each(['darwin', 'win32'] as const)('%s always shows tray icons', async (platform) => {
  expect(await trayHostCheck(platform, log)()).toBe(true);
});

describe.runIf(process.platform === 'linux')('the tray host check on Linux', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** Limits PATH to a folder with the given scripts. */
  async function only(programs: Readonly<Record<string, string>>): Promise<void> {
    const folder = await temporaryFolder();
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    }
    vi.stubEnv('PATH', folder);
  }

  test('queries the panel through busctl or gdbus', async () => {
    const name = 'org.kde.StatusNotifierWatcher';
    const respond = (words: string, answer: string) => `[ "$*" = '${words}' ] && echo '${answer}'`;
    const property = 'IsStatusNotifierHostRegistered';
    const ask = trayHostCheck('linux', log);
    const ofBusctl = `--user get-property ${name} /StatusNotifierWatcher ${name} ${property}`;
    await only({ busctl: respond(ofBusctl, 'b true') });
    expect(await ask()).toBe(true);
    const method = 'org.freedesktop.DBus.Properties.Get';
    const ofGdbus = `call --session --dest ${name} --object-path /StatusNotifierWatcher --method ${method} ${name} ${property}`;
    await only({ gdbus: respond(ofGdbus, '(<true>,)') });
    expect(await ask()).toBe(true);
  });

  test('looks up busctl and gdbus again at each call', async () => {
    const ask = trayHostCheck('linux', log);
    await only({ gdbus: "echo '(<true>,)'" });
    expect(await ask()).toBe(true);
    await only({ busctl: "echo 'b false'", gdbus: "echo '(<true>,)'" });
    expect(await ask()).toBe(false);
  });

  test('returns false without a panel or a program', async () => {
    const ask = trayHostCheck('linux', log);
    await only({ busctl: 'echo "The name is not activatable" >&2; exit 1' });
    expect(await ask()).toBe(false);
    await only({});
    expect(await ask()).toBe(false);
  });
});
