import type { Frame } from '@playwright/test';
import { frameOf } from './frames.ts';
import type { IpcMainDouble } from './ipc-main.ts';
import type { PageMessage } from './page-worlds.ts';
import type { SessionDouble } from './session.ts';
import type { WebContentsDouble } from './web-contents.ts';

type Asked = {
  readonly contents: WebContentsDouble;
  readonly ipcMain: IpcMainDouble;
  readonly session: SessionDouble;
};

/** Handles the messages of a page: calls, events, new windows and permissions. */
export async function answerPage(
  { contents, ipcMain, session }: Asked,
  { kind, channel, values }: PageMessage,
  frame: Frame,
): Promise<{ readonly value?: unknown; readonly error?: string }> {
  if (contents.isDestroyed()) return { error: 'Error: the window is gone' };
  const sender = frameOf(frame);
  const { frameId, origin, url } = sender;
  const event = {
    ...{ type: 'frame', sender: contents, frameId, processId: contents.id, ports: [] },
    /** Null once the frame is detached or shows another origin. */
    get senderFrame() {
      return frame.isDetached() || sender.origin !== origin ? null : sender;
    },
  };
  if (kind === 'invoke') return ipcMain.invoke(event, channel, values);
  if (kind === 'permission') return { value: await session.asks(contents, channel, url) };
  if (kind === 'check') return { value: session.checks(contents, channel, url) };
  if (kind === 'open') contents.askForWindow(channel, String(values[0]), String(values[1]));
  else ipcMain.emit(channel, event, ...values);
  return {};
}
