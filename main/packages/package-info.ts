/** What is inside a build file. Pure types: front ends use them too. */
import type { Message } from '../messages/message.ts';

export type PackageKind = 'apk' | 'ipa';

export const packagePlatforms = ['android', 'ios', 'tvos', 'watchos', 'visionos', 'macos'] as const;
export type PackagePlatform = (typeof packagePlatforms)[number];

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
  /** What a release engineer should know before sending. */
  readonly warnings: readonly Message[];
  /** Those of the warnings for which a person is asked before anybody is told of the build; absent: none. */
  readonly installWarnings?: readonly Message[];
} & Partial<IconFacts> &
  Partial<AndroidDetails> &
  Partial<AppleDetails> &
  Partial<Provisioning>;

/** `cgbi-png` is Apple's PNG, `xml` an Android drawable; `missing` is named but not there. */
export type IconKind =
  | 'png'
  | 'cgbi-png'
  | 'webp'
  | 'jpeg'
  | 'gif'
  | 'icns'
  | 'xml'
  | 'unknown'
  | 'missing'
  | 'unreadable';

/** What a build says of its icon: read from every build. */
export type IconFacts = {
  /** Android: the declared icon is a picture or an XML drawable that is there. Apple: a loose picture of it is whole. */
  readonly icon: boolean;
  /** Entries the icon is made of, in the order of their names; no more than 12. */
  readonly iconFiles: readonly string[];
  /** What they are, each kind once. */
  readonly iconKinds: readonly IconKind[];
};

/** Read from every apk. */
export type AndroidDetails = {
  /** A PNG, WebP or JPEG is among the files of the icon. */
  readonly iconRaster: boolean;
  /** Names by locale (`ja`, `zh-TW`, `sr-Latn`), only those that differ from `name`. */
  readonly localizedNames: Readonly<Record<string, string>>;
  /** Label of the first activity on the home screen; null when there is none or it has no label of its own. */
  readonly launcherLabel: string | null;
  /** Entries on the home screen, and on that of a television. */
  readonly launchers: number;
  readonly leanbackLaunchers: number;
  /** The upper half of the version code; null when absent. */
  readonly versionCodeMajor: number | null;
  /** Both halves as one decimal number; null when there is no upper half. */
  readonly longVersionCode: string | null;
  /** Names of the permissions the build asks for, each once: `android.permission.INTERNET`. */
  readonly permissions: readonly string[];
  /** True for an apk of tests. */
  readonly instrumentation: boolean;
  /** ABIs there is native code for, sorted: `arm64-v8a`; empty for an apk without any, which every device runs. */
  readonly abis: readonly string[];
  readonly formFactor: 'phone' | 'tv' | 'wear' | 'automotive';
  /** 2 for an instant app; null when absent. */
  readonly targetSandboxVersion: number | null;
  readonly signing: SigningInfo;
};

/** What an apk says about its signature; nothing of it is verified. */
export type SigningInfo = {
  /** Oldest first. `v1` is the signature of the jar format. */
  readonly schemesPresent: readonly ('v1' | 'v2' | 'v3' | 'v3.1')[];
  /** Of each signer, in the newest scheme present; empty when none can be read. */
  readonly certificates: readonly SigningCertificate[];
};

export type SigningCertificate = {
  /** `CN=Android Debug, O=Android, C=US`, in the order of the certificate. */
  readonly subject: string;
  /** Fingerprint, lower hex. */
  readonly sha256: string;
  /** ISO 8601 UTC, whole seconds. */
  readonly expires: string | null;
};

/** Read from every ipa. */
export type AppleDetails = {
  /** Names by locale (`ja`, `zh-TW`, `sr-Latn`), only those that differ from `name`. */
  readonly localizedNames: Readonly<Record<string, string>>;
  /** Names of icon files in the property list, mostly without scale and extension: `AppIcon60x60`. */
  readonly iconDeclared: readonly string[];
  /** Name of the icon in the asset catalogue; null when the property list gives none. */
  readonly iconAsset: string | null;
  /** Holds an asset catalogue, which may hold the icon. */
  readonly assetsCar: boolean;
  /** Built for the simulator: no device installs it. */
  readonly simulator: boolean;
  /** 1 iPhone, 2 iPad, 3 Apple TV, 4 Apple Watch, 7 Vision. */
  readonly deviceFamily: readonly number[];
  /** Models a thinned ipa installs on: `iPhone14,2`; empty for one that was not thinned. */
  readonly supportedDevices: readonly string[];
  readonly plistFormat: 'xml' | 'utf16-xml' | 'binary';
  /** Property lists of apps and extensions inside the app. */
  readonly nestedBundles: readonly string[];
};

/** What the profile in an ipa allows: read from every ipa. */
export type Provisioning = {
  /** `none`: there is no profile; `unknown`: it cannot be read. */
  readonly provisioning: 'none' | 'development' | 'adhoc' | 'appstore' | 'enterprise' | 'unknown';
  readonly profileName: string | null;
  /** Identifier of the team. */
  readonly profileTeam: string | null;
  /** ISO 8601 UTC, whole seconds. */
  readonly profileExpires: string | null;
  /** Number of devices it names; null when it names none. */
  readonly profileDevices: number | null;
  /** Which push service it allows: `development` or `production`; null when none. */
  readonly apsEnvironment: string | null;
  /**
   * Whether its signature is of what it says; false: the facts are told as they stand there, unverified. Null when there
   * is none or it cannot be read. Whether Apple made it is for the device to say.
   */
  readonly profileVerified: boolean | null;
};

type Versioned = Pick<PackageInfo, 'versionName' | 'build'>;

/** The version a person sees: name and build where both exist: `2.4.1 (1187)`; null when the build declares neither. */
export function displayVersion(info: Versioned): string | null {
  if (info.versionName && info.build && info.versionName !== info.build)
    return `${info.versionName} (${info.build})`;
  return info.versionName || info.build || null;
}

/** The name of an application with the version, where there is one: `Field Notes 2.4.1 (1187)`. */
export function displayTitle(name: string, info: Versioned): string {
  return [name, displayVersion(info)].filter(Boolean).join(' ');
}

const platformNames: Record<PackagePlatform, string> = {
  android: 'Android',
  ios: 'iOS',
  tvos: 'tvOS',
  watchos: 'watchOS',
  visionos: 'visionOS',
  macos: 'macOS',
};

/** `Android`, `iOS`: as people write it, and `platformTypeName` of the distribution API. */
export function platformName(platform: PackagePlatform): string {
  return platformNames[platform];
}

/** The hardware a build is limited to: ABIs of an apk, models of a thinned ipa; empty if it is not limited. */
export function hardwareOf({ abis = [], supportedDevices = [] }: Partial<PackageInfo>): readonly string[] {
  return abis.length > 0 ? abis : supportedDevices;
}

const maxNamed = 6;

/** The first six names, with `…` for more. */
export function firstFew(names: readonly string[]): readonly string[] {
  return names.length > maxNamed ? [...names.slice(0, maxNamed), '…'] : names;
}

/** `Android (arm64-v8a)`: the platform with the hardware a build is limited to. */
export function platformText(platform: PackagePlatform, hardware: readonly string[]): string {
  const name = platformName(platform);
  return hardware.length > 0 ? `${name} (${firstFew(hardware).join(', ')})` : name;
}
