import type { NoticeButton } from './notices.ts';

/** CLSID that Windows activates when a toast button is pressed; the installer registers the same CLSID. */
export const toastActivator = '{AB8F4E0D-BF7B-4138-BB03-BD0317C7AEFA}';

/**
 * Returns the XML of a Windows toast. A click opens a link, which any website could open too, so it only
 * navigates. Buttons activate `toastActivator`, which a website cannot.
 */
export function toastXml(toast: {
  readonly title: string;
  readonly body: string;
  /** Link to open on click: `slipway://…`. */
  readonly link: string;
  readonly openText: string;
  /** Null for a summary, which has no buttons of its own. */
  readonly uploadId: string | null;
  readonly buttons: readonly NoticeButton[];
}): string {
  const { uploadId, buttons } = toast;
  const link = xmlText(toast.link);
  const own =
    uploadId === null ? [] : buttons.map(({ text, act }) => button(text, argumentsOf(uploadId, act)));
  return [
    `<toast activationType="protocol" launch="${link}">`,
    '<visual><binding template="ToastGeneric">',
    `<text>${xmlText(toast.title)}</text><text>${xmlText(toast.body)}</text>`,
    '</binding></visual>',
    `<actions>${own.join('')}`,
    `<action content="${xmlText(toast.openText)}" activationType="protocol" arguments="${link}"/></actions>`,
    '</toast>',
  ].join('');
}

type Act = NoticeButton['act'];

function button(text: string, given: string): string {
  return `<action content="${xmlText(text)}" activationType="foreground" arguments="${xmlText(given)}"/>`;
}

/** Returns a button's arguments. Electron forwards only arguments that start with `type=action`. */
function argumentsOf(uploadId: string, act: Act): string {
  const button = act.kind === 'answer' ? (act.yes ? 'yes' : 'no') : act.kind;
  const words = new URLSearchParams({ type: 'action', upload: uploadId, press: button });
  if (act.kind === 'copy') words.set('link', act.link);
  return words.toString();
}

/** Parses the arguments of a pressed button; null if they are not Slipway's. */
export function pressedButton(given: string): { readonly uploadId: string; readonly act: Act } | null {
  const words = new URLSearchParams(given);
  const uploadId = words.get('upload');
  const act = actOf(words.get('press'), words.get('link'));
  return words.get('type') !== 'action' || uploadId === null || act === null ? null : { uploadId, act };
}

function actOf(press: string | null, link: string | null): Act | null {
  if (press === 'yes' || press === 'no') return { kind: 'answer', yes: press === 'yes' };
  if (press === 'retry') return { kind: 'retry' };
  return press === 'copy' && link !== null ? { kind: 'copy', link } : null;
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Removes characters that XML 1.0 forbids: Windows would reject the whole toast. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => named[character] ?? '');
}
