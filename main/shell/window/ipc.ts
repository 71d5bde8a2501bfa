/** The application's only IPC: one channel for calls, one for dropped files, one for events. */

import type { IpcMain, WebContents } from 'electron';
import { channels } from '../../../preload/contract.ts';
import type { BridgeEvents, EventName } from '../../../preload/page.ts';
import { toFailure } from '../../base/errors.ts';
import type { Outcome } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { BridgeHost } from '../../bridge/bridge.ts';
import { localise } from '../../messages/localised.ts';
import { shellErrors } from '../errors.ts';
import { isOwnPage } from './guards.ts';

/**
 * Handles the page's calls. Calls from other pages get `shell/foreignSender`. Returns a function that
 * unsubscribes.
 */
export function serveCalls(
  ipc: IpcMain,
  bridge: Pick<BridgeHost, 'call'>,
  /** Registers a file that was dropped on or chosen in the page. */
  receive: (path: string) => void,
  locale: () => string,
  log: Log,
): () => void {
  ipc.handle(channels.call, async (event, name: unknown, values: unknown): Promise<Outcome<unknown>> => {
    if (!isOwnPage(event.senderFrame)) {
      log.warn('Rejected a call from a foreign page', { url: event.senderFrame?.url ?? null });
      return { ok: false, ...toFailure(shellErrors.foreignSender({})) };
    }
    if (typeof name !== 'string') return { ok: false, ...toFailure(shellErrors.badCall({})) };
    return localise(await bridge.call(name, values), locale());
  });
  ipc.handle(channels.file, (event, path: unknown) => {
    if (isOwnPage(event.senderFrame) && typeof path === 'string') receive(path);
  });
  return () => {
    ipc.removeHandler(channels.call);
    ipc.removeHandler(channels.file);
  };
}

/** Sends an event unless the window is closed or shows another page. */
export function sendEvent<Name extends EventName>(
  contents: WebContents,
  name: Name,
  value: BridgeEvents[Name],
): void {
  if (contents.isDestroyed() || !isOwnPage(contents.mainFrame)) return;
  contents.send(channels.event, name, value);
}
