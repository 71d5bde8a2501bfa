/** What specs get: the started application, and helpers that speak as a person or as the page would. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Bridge, CallArguments, CallName } from '../../preload/contract.ts';
import { hookName } from '../fakes/electron/page-script.ts';
import { type Application, type StartOptions, startApplication } from './application.ts';
import { findElectron, startRealElectron } from './real-electron.ts';

/** Marks a test that needs nothing only the double can see, so it runs on a real Electron too. */
export const onBoth = { tag: '@electron' };

type Fixtures = {
  /** Set by the project: the double, or a real Electron. */
  readonly electron: 'double' | 'real';
  /** Overridden by `test.use` to start the application differently. */
  readonly startOptions: StartOptions;
  readonly application: Application;
  /** Starts the application with these settings already stored. */
  readonly startWith: (settings: Record<string, unknown>) => Promise<Application>;
};

export const test = base.extend<Fixtures>({
  startOptions: [{}, { option: true }],
  electron: ['double', { option: true }],
  application: async ({ startOptions, electron }, use, testInfo) => {
    const application = await (electron === 'real'
      ? startReal(startOptions)
      : startApplication(startOptions));
    await use(application);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('output', { body: application.output(), contentType: 'text/plain' });
    }
    await application.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
  startWith: async ({}, use) => {
    const userData = await mkdtemp(join(tmpdir(), 'slipway-e2e-'));
    const started: Application[] = [];
    await use(async (settings) => {
      await writeFile(join(userData, 'settings.json'), JSON.stringify(settings));
      const application = await startApplication({ userData });
      started.push(application);
      return application;
    });
    for (const application of started) await application.stop();
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function startReal(options: StartOptions): Promise<Application> {
  const found = findElectron();
  if ('reason' in found) throw new Error(`Electron cannot be run: ${found.reason}`);
  return startRealElectron(found.path, options);
}

export { expect };

export type PageWindow = { readonly slipway: Bridge };

/** Calls main as the page does. */
export function callMain<Name extends CallName>(page: Page, name: Name, values: CallArguments<Name>) {
  return page.evaluate(
    ({ name, values }) => (globalThis as unknown as PageWindow).slipway.call(name, values as never),
    { name, values } as { name: Name; values: unknown },
  );
}

/** Drops files on the page: they come with their paths, as from the system's file manager. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const input = await page.evaluateHandle(() => {
    const element = document.createElement('input');
    element.type = 'file';
    element.multiple = true;
    return element;
  });
  await input.setInputFiles([...paths]);
  await page.evaluate(
    ({ input, paths, hookName }) => {
      const hook = (globalThis as unknown as Record<symbol, { files: Map<string, string> } | undefined>)[
        Symbol.for(hookName)
      ];
      const transfer = new DataTransfer();
      [...(input.files ?? [])].forEach((file, index) => {
        hook?.files.set(file.name, paths[index] ?? '');
        transfer.items.add(file);
      });
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }
    },
    { input, paths, hookName },
  );
  await input.dispose();
}
