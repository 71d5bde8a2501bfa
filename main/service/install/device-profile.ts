import { randomUUID } from 'node:crypto';
import type { Translator } from '../../messages/translator.ts';
import { escapeText } from './escape.ts';

/**
 * Returns a configuration profile with which a device sends its identifier, model and system version to `url`
 * (Apple, “Over-the-Air Profile Delivery and Configuration”). It changes no settings.
 */
export function deviceProfile(url: string, challenge: string, { translate }: Translator): string {
  const text = (key: string, value: string): string =>
    `<key>${key}</key><string>${escapeText(value)}</string>`;
  const attributes = ['UDID', 'PRODUCT', 'VERSION'].map((name) => `<string>${name}</string>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>PayloadContent</key><dict>
${text('URL', url)}
<key>DeviceAttributes</key><array>${attributes}</array>
${text('Challenge', challenge)}
</dict>
${text('PayloadOrganization', new URL(url).host)}
${text('PayloadDisplayName', translate('deviceRegistration/title'))}
${text('PayloadDescription', translate('deviceRegistration/privacy', { host: new URL(url).host }))}
<key>PayloadVersion</key><integer>1</integer>
${text('PayloadUUID', randomUUID())}
${text('PayloadIdentifier', 'slipway.device')}
${text('PayloadType', 'Profile Service')}
</dict></plist>
`;
}
