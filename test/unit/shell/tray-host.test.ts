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
])('the answer %j means %s', (answer, shows) => {
  expect(isTrue(answer)).toBe(shows);
});

const { log } = collectedLog();

test.each(['darwin', 'win32'] as const)('%s always shows icons', async (platform) => {
  expect(await trayHostCheck(platform, log)()).toBe(true);
});

describe.runIf(process.platform === 'linux')('programs of the desktop', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** A folder that is all a program is looked for in. */
  async function only(programs: Readonly<Record<string, string>>): Promise<void> {
    const folder = await temporaryFolder();
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    }
    vi.stubEnv('PATH', folder);
  }

  test('it is asked whether a panel shows icons', async () => {
    const name = 'org.kde.StatusNotifierWatcher';
    const asked = (words: string, answer: string) => `[ "$*" = '${words}' ] && echo '${answer}'`;
    const property = 'IsStatusNotifierHostRegistered';
    const ask = trayHostCheck('linux', log);
    const ofBusctl = `--user get-property ${name} /StatusNotifierWatcher ${name} ${property}`;
    await only({ busctl: asked(ofBusctl, 'b true') });
    expect(await ask()).toBe(true);
    const method = 'org.freedesktop.DBus.Properties.Get';
    const ofGdbus = `call --session --dest ${name} --object-path /StatusNotifierWatcher --method ${method} ${name} ${property}`;
    await only({ gdbus: asked(ofGdbus, '(<true>,)') });
    expect(await ask()).toBe(true);
  });

  test('the one that is there is asked, and asked anew each time', async () => {
    const ask = trayHostCheck('linux', log);
    await only({ gdbus: "echo '(<true>,)'" });
    expect(await ask()).toBe(true);
    await only({ busctl: "echo 'b false'", gdbus: "echo '(<true>,)'" });
    expect(await ask()).toBe(false);
  });

  test('a bus without a panel, or no program at all, shows none', async () => {
    const ask = trayHostCheck('linux', log);
    await only({ busctl: 'echo "The name is not activatable" >&2; exit 1' });
    expect(await ask()).toBe(false);
    await only({});
    expect(await ask()).toBe(false);
  });
});
