/** What is inside a build file. Pure types: front ends use them too. */

export type PackageKind = 'apk' | 'ipa';

export type PackagePlatform = 'android' | 'ios' | 'tvos' | 'watchos' | 'visionos' | 'macos';

export type PackageInfo = {
  readonly kind: PackageKind;
  readonly platform: PackagePlatform;
  /** Android package name or Apple bundle identifier. */
  readonly id: string;
  /** Label in the default locale; null when the build declares none that can be resolved. */
  readonly name: string | null;
  /** Android versionName, Apple CFBundleShortVersionString. */
  readonly versionName: string | null;
  /** Android versionCode (decimal), Apple CFBundleVersion. */
  readonly build: string | null;
  /** Android minSdkVersion as written (number or codename), Apple MinimumOSVersion. */
  readonly minOs: string | null;
  /** Android targetSdkVersion as written; null for Apple. */
  readonly targetOs: string | null;
  /** Android `split` attribute of a split apk; null for a whole app. */
  readonly split: string | null;
  readonly debuggable: boolean;
  /** What a release engineer should know before sending, as sentences. */
  readonly warnings: readonly string[];
};

/** The version a person sees: name and build where both exist: `2.4.1 (1187)`. */
export function displayVersion(info: Pick<PackageInfo, 'versionName' | 'build'>): string {
  if (info.versionName && info.build && info.versionName !== info.build)
    return `${info.versionName} (${info.build})`;
  return info.versionName ?? info.build ?? 'no version';
}
