/** Runs a real core in this process, shows its page in Chromium, and can emit events of the core. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { systemClock } from '../../main/base/clock.ts';
import { createLog, type Log } from '../../main/base/log/log.ts';
import { Redactor } from '../../main/base/log/redact.ts';
import { type Core, createCore } from '../../main/core.ts';
import { memorySecrets } from '../../main/settings/secrets.ts';
import { memorySettings } from '../../main/settings/settings-store.ts';
import { startWeb } from '../../main/web/web.ts';
import { browserArguments, browserExecutable } from '../e2e/browser.ts';
import { build } from './built.ts';

/** Creates a core whose settings and secrets are empty and whose log is discarded. */
export async function openCore(dataDir: string): Promise<{ readonly core: Core; readonly log: Log }> {
  const redactor = new Redactor();
  const log = createLog({ clock: systemClock, redactor, sinks: [] });
  const core = await createCore({
    dataDir,
    settings: memorySettings({}, log),
    secrets: memorySecrets(),
    clock: systemClock,
    log,
    redactor,
    version: '0.0.0',
  });
  return { core, log };
}

/** Shows Uploads with the journal that `fill` writes, calls `measure`, and cleans up. */
export async function withPage<Value>(
  fill: (dataDir: string) => void,
  measure: (page: Page, core: Core) => Promise<Value>,
): Promise<Value> {
  const rendererDir = join(await build(), 'renderer');
  const dataDir = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  fill(dataDir);
  const { core, log } = await openCore(dataDir);
  core.uploads.pause();
  const web = await startWeb({ core, rendererDir, log });
  const browser = await chromium.launch({ executablePath: browserExecutable(), args: [...browserArguments] });
  try {
    const page = await browser.newPage();
    await page.goto(web.url);
    await page.waitForSelector('main [role="row"][tabindex="0"]');
    return await measure(page, core);
  } finally {
    await browser.close();
    await web.stop();
    await core.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
