/** What specs get: the started application, and helpers that speak as a person or as the page would. */
import { test as base, expect, type Page } from '@playwright/test';
import type { Bridge, CallArguments, CallName } from '../../preload/contract.ts';
import { hookName } from '../fakes/electron/page-script.ts';
import { type Application, type StartOptions, startApplication } from './application.ts';

type Fixtures = {
  /** Overridden by `test.use` to start the application differently. */
  readonly startOptions: StartOptions;
  readonly application: Application;
};

export const test = base.extend<Fixtures>({
  startOptions: [{}, { option: true }],
  application: async ({ startOptions }, use, testInfo) => {
    const application = await startApplication(startOptions);
    await use(application);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('output', { body: application.output(), contentType: 'text/plain' });
    }
    await application.stop();
  },
});

export { expect };

type PageWindow = { readonly slipway: Bridge };

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
