/** `npm run tool -- screenshots`: writes screenshots of all screens to test/e2e/screenshots. */
import { build, runTool } from '../tools.ts';
import { ensureBrowser } from './browser.ts';

const taken =
  ensureBrowser() &&
  build() &&
  runTool(
    'playwright',
    ['test', '-c', '.config/playwright.config.ts', '--project=browser', '--project=double', 'screenshots'],
    {
      SLIPWAY_SCREENSHOTS: '1',
    },
  );
process.exitCode = taken ? 0 : 1;
