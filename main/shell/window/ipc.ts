/** The only ipc of the application: one channel for calls, one for events. */

import type { IpcMain, WebContents } from 'electron';
import { channels } from '../../../preload/contract.ts';
import type { BridgeEvents, EventName } from '../../../preload/page.ts';
import { toFailure } from '../../base/errors.ts';
import type { Outcome } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { BridgeHost } from '../../bridge/bridge.ts';
import { localised } from '../../messages/localised.ts';
import { shellErrors } from '../errors.ts';
import { isOwnPage } from './guards.ts';

/** Answers the page's calls in its language; a call from anywhere else gets `shell/foreignSender`. The returned function stops. */
export function serveCalls(
  ipc: IpcMain,
  bridge: Pick<BridgeHost, 'call'>,
  /** Adds a file that was dropped or chosen in the page. */
  receive: (path: string) => void,
  locale: () => string,
  log: Log,
): () => void {
  ipc.handle(channels.call, async (event, name: unknown, values: unknown): Promise<Outcome<unknown>> => {
    if (!isOwnPage(event.senderFrame)) {
      log.warn('A call from a foreign page was refused', { url: event.senderFrame?.url ?? null });
      return { ok: false, ...toFailure(shellErrors.foreignSender({})) };
    }
    if (typeof name !== 'string') return { ok: false, ...toFailure(shellErrors.badCall({})) };
    return localised(await bridge.call(name, values), locale());
  });
  ipc.handle(channels.file, (event, path: unknown) => {
    if (isOwnPage(event.senderFrame) && typeof path === 'string') receive(path);
  });
  return () => {
    ipc.removeHandler(channels.call);
    ipc.removeHandler(channels.file);
  };
}

/** Tells the page; nothing is sent to a window that is gone or shows anything else. */
export function sendEvent<Name extends EventName>(
  contents: WebContents,
  name: Name,
  value: BridgeEvents[Name],
): void {
  if (contents.isDestroyed() || !isOwnPage(contents.mainFrame)) return;
  contents.send(channels.event, name, value);
}
