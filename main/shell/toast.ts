/**
 * A notification of Windows as the XML it is made of. A click starts Slipway by a link, so it leads to its place even from
 * the notification centre, after Slipway was quit; but a link never does anything, and so no button does either. Pure.
 */
export function toastXml(toast: {
  readonly title: string;
  readonly body: string;
  /** The place a click leads to: `slipway://…`. */
  readonly link: string;
  readonly openText: string;
}): string {
  const link = xmlText(toast.link);
  return [
    `<toast activationType="protocol" launch="${link}">`,
    '<visual><binding template="ToastGeneric">',
    `<text>${xmlText(toast.title)}</text><text>${xmlText(toast.body)}</text>`,
    '</binding></visual>',
    `<actions><action content="${xmlText(toast.openText)}" activationType="protocol" arguments="${link}"/></actions>`,
    '</toast>',
  ].join('');
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters XML 1.0 cannot hold are left out: one of them would cost the whole notification. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => named[character] ?? '');
}
