import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rendererDir } from '../../../main/cli/paths.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startSlipway } from './run-slipway.ts';

const built = existsSync(join(rendererDir(), 'index.html'));

test.skipIf(process.platform !== 'linux' || !built)(
  'start serves the page in the browser when there is no display',
  async () => {
    const start = startSlipway(['start', '--data-dir', await temporaryFolder()]);
    const stdout = await start.until('stdout', '\n');
    const line =
      /^The desktop window cannot be opened: (.+)\. Slipway opens in the browser instead: (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)\n$/;
    const [, reason, url = ''] = line.exec(stdout) ?? [];
    expect(reason).toContain('no display');
    expect((await fetch(url)).status).toBe(200);
    start.signal('SIGINT');
    expect((await start.ended).code).toBe(0);
  },
);

test.skipIf(process.platform !== 'linux' || built)(
  'start names the build command when the page is not built',
  async () => {
    const { code, stderr } = await startSlipway(['start', '--data-dir', await temporaryFolder()]).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm run build')]);
  },
);
