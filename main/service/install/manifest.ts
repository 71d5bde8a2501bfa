import { escapeText } from './escape.ts';

export type ManifestFacts = {
  readonly fileUrl: string;
  readonly iconUrl: string;
  readonly bundleId: string;
  readonly bundleVersion: string;
  readonly title: string;
};

/**
 * Returns a property list with the keys that Apple documents in "Distribute proprietary in-house apps". Escapes
 * every value.
 */
export function installManifest(facts: ManifestFacts): string {
  const asset = (kind: string, url: string): string =>
    `<dict><key>kind</key><string>${kind}</string><key>url</key><string>${escapeText(url)}</string></dict>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>items</key><array><dict>
<key>assets</key><array>
${asset('software-package', facts.fileUrl)}
${asset('display-image', facts.iconUrl)}
${asset('full-size-image', facts.iconUrl)}
</array>
<key>metadata</key><dict>
<key>bundle-identifier</key><string>${escapeText(facts.bundleId)}</string>
<key>bundle-version</key><string>${escapeText(facts.bundleVersion)}</string>
<key>kind</key><string>software</string>
<key>platform-identifier</key><string>com.apple.platform.iphoneos</string>
<key>title</key><string>${escapeText(facts.title)}</string>
</dict></dict></array></dict></plist>
`;
}
