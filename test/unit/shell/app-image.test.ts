import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearForeignAppImage } from '../../../main/shell/system/app-image.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const image = '/home/ann/Other.AppImage';

test.runIf(process.platform === 'linux')(
  'APPIMAGE is cleared unless the program runs from its mount',
  async () => {
    const folder = await temporaryFolder();
    const mount = join(folder, 'mount');
    await mkdir(mount);
    await symlink(mount, join(folder, 'link'));
    const cleared = (APPDIR: string | undefined, program: string) => {
      const environment: NodeJS.ProcessEnv = { APPIMAGE: image, PATH: '/bin', ...(APPDIR && { APPDIR }) };
      clearForeignAppImage(environment, program);
      return environment;
    };
    const own = join(mount, 'slipway-bin');
    expect(cleared(mount, own)).toEqual({ APPIMAGE: image, APPDIR: mount, PATH: '/bin' });
    expect(cleared(join(folder, 'link'), own)).toMatchObject({ APPIMAGE: image });
    for (const [appDir, program] of [
      [mount, '/opt/Slipway/slipway-bin'],
      [mount, `${mount}-other/slipway-bin`],
      [join(folder, 'gone'), '/opt/Slipway/slipway-bin'],
      [undefined, '/opt/Slipway/slipway-bin'],
    ] as const) {
      expect(cleared(appDir, program)).toEqual({ PATH: '/bin' });
    }
  },
);
