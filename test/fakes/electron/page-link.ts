/** Connects a page to the main process: injected scripts, messages and redirects. */
import type { CDPSession, Frame, Page } from '@playwright/test';
import {
  bindingName,
  hookName,
  type MainMessage,
  type PageMessage,
  pageScripts,
  preloadWorld,
} from './page-worlds.ts';
import { wireCodec } from './wire.ts';

export type PageLinkParts = {
  readonly page: Page;
  readonly preload: string;
  readonly isolated: boolean;
  /** Handles a message of the page and returns a value or an error. */
  onCall(message: PageMessage, frame: Frame): Promise<{ readonly value?: unknown; readonly error?: string }>;
  /** Returns false to stop a redirect of a frame. */
  allowsRedirect(to: string, isMainFrame: boolean): boolean;
};

export type PageLink = {
  /** Sends a message to the top frame's preload, if any. Throws for values that cannot be cloned. */
  send(channel: string, values: readonly unknown[]): void;
  readonly devtools: CDPSession;
};

const { encode, decode } = wireCodec();

/** Connects a page. Must be called before its first navigation. */
export async function openPageLink(parts: PageLinkParts): Promise<PageLink> {
  const { page, preload, isolated } = parts;
  const devtools = await page.context().newCDPSession(page);
  const frameOf = new Map<number, string>();
  let mainFrame = '';
  let mainContext: number | null = null;
  const deliver = (contextId: number, message: MainMessage): void => {
    const text = JSON.stringify(encode(message));
    const expression = `globalThis[Symbol.for(${JSON.stringify(hookName)})]?.receive(${text})`;
    // Ignores errors, because a destroyed document needs no message.
    devtools.send('Runtime.evaluate', { expression, contextId }).catch(() => undefined);
  };
  const onBinding = async (contextId: number, text: string): Promise<void> => {
    const message = decode(text) as PageMessage;
    const frame = frameNamed(page, frameOf.get(contextId) ?? '', mainFrame);
    const answer = await parts.onCall(message, frame);
    if (message.kind !== 'send' && message.kind !== 'open') deliver(contextId, { id: message.id, ...answer });
  };
  devtools.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = context.auxData as unknown as { frameId: string; isDefault: boolean };
    if (isolated ? context.name !== preloadWorld : !isDefault) return;
    frameOf.set(context.id, frameId);
    if (frameId === mainFrame) mainContext = context.id;
  });
  devtools.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    frameOf.delete(executionContextId);
    if (mainContext === executionContextId) mainContext = null;
  });
  devtools.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== bindingName) return;
    onBinding(executionContextId, payload).catch((error: unknown) =>
      process.stderr.write(`A page’s message failed: ${String(error)}\n`),
    );
  });
  devtools.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId, responseStatusCode = 0, responseHeaders = [] } = paused;
    const to = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
    const redirects = responseStatusCode >= 300 && responseStatusCode < 400 && to !== undefined;
    const allowed = !redirects || parts.allowsRedirect(new URL(to, request.url).href, frameId === mainFrame);
    const go = allowed
      ? devtools.send('Fetch.continueRequest', { requestId })
      : devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // Ignores errors, because the page may have navigated away.
    go.catch(() => undefined);
  });
  await devtools.send('Page.enable');
  mainFrame = (await devtools.send('Page.getFrameTree')).frameTree.frame.id;
  await devtools.send('Runtime.enable');
  const world = isolated ? { executionContextName: preloadWorld } : {};
  await devtools.send('Runtime.addBinding', { name: bindingName, ...world });
  for (const { source, world: worldName } of pageScripts(crypto.randomUUID(), { preload, isolated })) {
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      ...(worldName === null ? {} : { worldName }),
    });
  }
  await devtools.send('Fetch.enable', {
    patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
  });
  return {
    devtools,
    send: (channel, values) => {
      const message = { channel, values: structuredClone(values) };
      if (mainContext !== null) deliver(mainContext, message);
    },
  };
}

/** Playwright exposes no frame ids, so only the top frame is identified reliably. */
function frameNamed(page: Page, id: string, mainFrame: string): Frame {
  const top = page.mainFrame();
  return id === mainFrame ? top : (page.frames().find((frame) => frame !== top) ?? top);
}
