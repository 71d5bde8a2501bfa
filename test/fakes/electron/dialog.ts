import type {
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
} from 'electron';
import { BrowserWindowDouble } from './browser-window.ts';
import type { Recordings } from './recordings.ts';

const kinds = ['none', 'info', 'warning', 'error', 'question'];
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * Test double of `dialog`, with the checks of Electron's lib/browser/api/dialog.ts. Each dialog is cancelled
 * unless the test has set an answer.
 */
export function dialogDouble(recordings: Recordings, isReady: () => boolean) {
  const beReady = (): void => {
    if (!isReady()) throw new Error('dialog module can only be used after app is ready');
  };
  const answer = <Answer>(kind: string, options: unknown, standard: Answer): Answer => {
    recordings.dialogs.push({ kind, options: plain(options) });
    return (recordings.dialogAnswers.shift() as Answer | undefined) ?? standard;
  };
  const openDialog = (options: OpenDialogOptions): Promise<OpenDialogReturnValue> => {
    const { properties = ['openFile'], title, buttonLabel, defaultPath, message } = options;
    if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
    beText({ Title: title, 'Button label': buttonLabel, 'Default path': defaultPath, Message: message });
    return Promise.resolve(answer('open', options, { canceled: true, filePaths: [] }));
  };
  const messageBox = (options: MessageBoxOptions): Promise<MessageBoxReturnValue> => {
    const { type = 'none', buttons = [], title, message, detail, checkboxLabel = '', signal } = options;
    if (!kinds.includes(type)) throw new TypeError('Invalid message box type');
    if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
    beText({ Title: title, Message: message, Detail: detail, checkboxLabel });
    const checkboxChecked = options.checkboxChecked === true;
    if (checkboxChecked && checkboxLabel === '')
      throw new Error('checkboxChecked requires that checkboxLabel also be passed');
    const cancelled = {
      response: options.cancelId ?? cancelButton(buttons, options.defaultId),
      checkboxChecked,
    };
    if (signal?.aborted) return Promise.resolve(cancelled);
    return Promise.resolve(answer('message', options, cancelled));
  };
  const given = <Options>(values: readonly unknown[]): Options =>
    ((values[0] && !(values[0] instanceof BrowserWindowDouble) ? values[0] : values[1]) ?? {}) as Options;
  return {
    // Throws synchronously for invalid options, or if the application is not ready.
    showOpenDialog: (...values: unknown[]) => {
      beReady();
      return openDialog(given(values));
    },
    showMessageBox: (...values: unknown[]) => {
      beReady();
      return messageBox(given(values));
    },
    /** Allowed before the application is ready. */
    showErrorBox: (title: string, content: string) => {
      for (const [index, text] of [title, content].entries()) {
        if (text === undefined) throw new TypeError('Insufficient number of arguments.');
        if (typeof text !== 'string') throw new TypeError(`Error processing argument at index ${index}`);
      }
      recordings.dialogs.push({ kind: 'error', options: { title, content } });
      process.stderr.write(`${title}: ${content}\n`);
    },
  } satisfies Pick<Dialog, 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;
}

function beText(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} must be a string`);
  }
}

/** Returns the index of the button that is used if the dialog is closed. */
function cancelButton(buttons: readonly string[], defaultId = -1): number {
  const found = buttons.findIndex((text) => ['cancel', 'no'].includes(text.toLowerCase()));
  if (found >= 0) return found;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}
