import type { Translator } from '../../messages/translator.ts';
import { escapeText } from './escape.ts';

export type DeviceRegistration = {
  readonly link: string;
  /** The recipient's devices. `isListed` is null if it is unknown which devices the build lists. */
  readonly devices: readonly { readonly product: string; readonly isListed: boolean | null }[];
};

/** Returns HTML that explains what a device sends and why, with the link that starts the registration. */
export function deviceSection({ link, devices }: DeviceRegistration, { translate }: Translator): string {
  const paragraph = (text: string): string => `<p class="soft">${escapeText(text)}</p>`;
  const sent = devices.map(({ product, isListed }) =>
    translate(
      isListed === null
        ? 'deviceRegistration/sent'
        : isListed
          ? 'deviceRegistration/listed'
          : 'deviceRegistration/unlisted',
      { product },
    ),
  );
  const texts = [
    ...sent,
    translate('deviceRegistration/why'),
    translate('deviceRegistration/privacy', { host: new URL(link).host }),
    translate('deviceRegistration/steps'),
  ];
  return `<section><h2>${escapeText(translate('deviceRegistration/title'))}</h2>${texts.map(paragraph).join('')}<a class="plain" href="${escapeText(link)}">${escapeText(translate('deviceRegistration/send'))}</a></section>`;
}
