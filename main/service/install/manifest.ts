import type { PartHashes } from '../storage/records.ts';
import { escapeText } from './escape.ts';

export type ManifestFacts = {
  readonly fileUrl: string;
  readonly iconUrl: string;
  readonly bundleId: string;
  readonly bundleVersion: string;
  readonly title: string;
  /** Null for builds whose hashes are unknown: iOS installs them without this check. */
  readonly partHashes: PartHashes | null;
};

/**
 * Returns the manifest property list described in Apple's “Distribute proprietary in-house apps”. Escapes every
 * value.
 */
export function installManifest(facts: ManifestFacts): string {
  const asset = (kind: string, url: string, more = ''): string =>
    `<dict><key>kind</key><string>${kind}</string><key>url</key><string>${escapeText(url)}</string>${more}</dict>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>items</key><array><dict>
<key>assets</key><array>
${asset('software-package', facts.fileUrl, hashesOf(facts.partHashes))}
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

/** Includes MD5 hashes for systems that do not read SHA-256 hashes. Other systems ignore them. */
function hashesOf(partHashes: PartHashes | null): string {
  if (!partHashes) return '';
  const hashes = (name: string, values: readonly string[]): string =>
    `<key>${name}-size</key><integer>${partHashes.size}</integer><key>${name}s</key><array>${values
      .map((value) => `<string>${value}</string>`)
      .join('')}</array>`;
  return hashes('sha256', partHashes.sha256s) + hashes('md5', partHashes.md5s);
}
