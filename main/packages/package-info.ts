/** Facts about a build file. Pure types, also used by the front ends. */
import type { Message } from '../messages/message.ts';
import type { Installability, InstallKind } from './installability.ts';

export type PackageKind = 'apk' | 'ipa';

export const packagePlatforms = ['android', 'ios', 'tvos', 'watchos', 'visionos', 'macos'] as const;
export type PackagePlatform = (typeof packagePlatforms)[number];

export type PackageInfo = {
  readonly kind: PackageKind;
  readonly platform: PackagePlatform;
  /** Android package name or Apple bundle identifier. */
  readonly id: string;
  /** Label in the default locale; null if none is declared or it cannot be resolved. */
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
  /** Problems to show before the build is sent. */
  readonly warnings: readonly Message[];
  /** Subset of `warnings` that the user must confirm before recipients are notified; undefined if none. */
  readonly installWarnings?: readonly Message[];
  /** Which devices can install the build. Set for every build that `inspect` has read. */
  readonly installability?: Installability;
} & Partial<IconFacts> &
  Partial<AndroidDetails> &
  Partial<AppleDetails> &
  Partial<Provisioning>;

/** `cgbi-png` is Apple's PNG, `xml` an Android drawable. A `missing` file is declared but not in the zip. */
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

/** Facts about a build's icon. Present for every build, even without an icon. */
export type IconFacts = {
  /**
   * Android: true if the declared image or XML drawable exists. Apple: true if an image file that Info.plist
   * names is intact; images in an asset catalogue do not count.
   */
  readonly icon: boolean;
  /** Entries of the icon, sorted by name; at most 12. */
  readonly iconFiles: readonly string[];
  /** Kinds of the entries, without duplicates. */
  readonly iconKinds: readonly IconKind[];
};

/** Android developer verification: Google's entry for the package name and certificate of an apk. */
export const registrationStatuses = ['registered', 'not-registered', 'other-certificate'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** Facts about an apk. Present for every apk. */
export type AndroidDetails = {
  /** True if the icon has a PNG, WebP or JPEG. */
  readonly iconRaster: boolean;
  /** Names by locale (`ja`, `zh-TW`, `sr-Latn`) that differ from `name`. */
  readonly localizedNames: Readonly<Record<string, string>>;
  /** Label of the first activity on the home screen; null if there is none or it has no label. */
  readonly launcherLabel: string | null;
  /** Number of activities on a phone's home screen; `leanbackLaunchers`: on a television's. */
  readonly launchers: number;
  readonly leanbackLaunchers: number;
  /** Upper half of the version code; null if absent. */
  readonly versionCodeMajor: number | null;
  /** Both halves as one decimal number; null without an upper half. */
  readonly longVersionCode: string | null;
  /** Requested permissions, without duplicates: `android.permission.INTERNET`. */
  readonly permissions: readonly string[];
  readonly instrumentation: boolean;
  /** ABIs of the native code, sorted: `arm64-v8a`. Empty without native code: every device runs the apk. */
  readonly abis: readonly string[];
  readonly formFactor: 'phone' | 'tv' | 'wear' | 'automotive';
  /** 2 for an instant app; null if absent. */
  readonly targetSandboxVersion: number | null;
  readonly signing: SigningInfo;
  /** Android developer verification; null if not known. */
  readonly registration: RegistrationStatus | null;
};

/** Signatures in an apk; nothing is verified. */
export type SigningInfo = {
  /** Oldest first. `v1` is the jar signature. */
  readonly schemesPresent: readonly ('v1' | 'v2' | 'v3' | 'v3.1')[];
  /** Certificates of the signers in the newest scheme present; empty if none is readable. */
  readonly certificates: readonly SigningCertificate[];
};

export type SigningCertificate = {
  /** `CN=Android Debug, O=Android, C=US`, in the order of the certificate. */
  readonly subject: string;
  /** Fingerprint, lower-case hex. */
  readonly sha256: string;
  /** ISO 8601 UTC, whole seconds. */
  readonly expires: string | null;
};

/** Facts about an ipa. Present for every ipa. */
export type AppleDetails = {
  /** Names by locale (`ja`, `zh-TW`, `sr-Latn`) that differ from `name`. */
  readonly localizedNames: Readonly<Record<string, string>>;
  /** Icon files in Info.plist, mostly without scale and extension: `AppIcon60x60`. */
  readonly iconDeclared: readonly string[];
  /** Name of the icon in the asset catalogue; null if Info.plist has none. */
  readonly iconAsset: string | null;
  /** True if there is an asset catalogue, which may contain the icon. */
  readonly assetsCar: boolean;
  /** True if built for the simulator, so no device can install it. */
  readonly simulator: boolean;
  /** 1 iPhone, 2 iPad, 3 Apple TV, 4 Apple Watch, 7 Vision. */
  readonly deviceFamily: readonly number[];
  /** Device models of a thinned ipa: `iPhone14,2`; empty if not thinned. */
  readonly supportedDevices: readonly string[];
  readonly plistFormat: 'xml' | 'utf16-xml' | 'binary';
  /** Info.plist entries of apps and extensions inside the app. */
  readonly nestedBundles: readonly string[];
};

/** Content of the embedded provisioning profile; set for every ipa. */
export type Provisioning = {
  /** `none`: no profile; `unknown`: unreadable. */
  readonly provisioning: 'none' | 'development' | 'adhoc' | 'appstore' | 'enterprise' | 'unknown';
  readonly profileName: string | null;
  readonly profileTeam: string | null;
  /** ISO 8601 UTC, whole seconds. */
  readonly profileExpires: string | null;
  /** Number of listed devices; null without a list. */
  readonly profileDevices: number | null;
  /** Bundle identifier that the profile is for, such as `com.example.*`; null if it names none. */
  readonly profileAppId: string | null;
  /** Latest expiry of the signing certificates in the profile: ISO 8601 UTC; null if none is readable. */
  readonly certificateExpires: string | null;
  /** Push environment, `development` or `production`; null if none. */
  readonly apsEnvironment: string | null;
  /**
   * True if the profile's signature matches its content; null without a readable profile. Does not cover the
   * certificate chain, which devices validate.
   */
  readonly profileVerified: boolean | null;
};

/** Returns true if, according to the file, no device can install the build. */
export function isNotInstallable(
  info: { readonly installability?: { readonly kind: InstallKind } } | null,
): boolean {
  return info?.installability?.kind === 'no-device';
}

type Versioned = Pick<PackageInfo, 'versionName' | 'build'>;

/** Returns the version for display, such as `2.4.1 (1187)` or `2.4.1`; null if the build has none. */
export function displayVersion(info: Versioned): string | null {
  if (info.versionName && info.build && info.versionName !== info.build)
    return `${info.versionName} (${info.build})`;
  return info.versionName || info.build || null;
}

/** Returns the application name with its version, if any: `Field Notes 2.4.1 (1187)`. */
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

/** Returns `Android` or `iOS`: for display, and as `platformTypeName` of the distribution API. */
export function platformName(platform: PackagePlatform): string {
  return platformNames[platform];
}

/** Returns the required hardware: ABIs of an apk, models of a thinned ipa; empty if not limited. */
export function requiredHardware({
  abis = [],
  supportedDevices = [],
}: Partial<PackageInfo>): readonly string[] {
  return abis.length > 0 ? abis : supportedDevices;
}

const maxListedNames = 6;

export function truncateList(names: readonly string[]): readonly string[] {
  return names.length > maxListedNames ? [...names.slice(0, maxListedNames), '…'] : names;
}

/** Returns the platform and, if restricted, its supported hardware: `Android (arm64-v8a)`. */
export function platformText(platform: PackagePlatform, hardware: readonly string[]): string {
  const name = platformName(platform);
  return hardware.length > 0 ? `${name} (${truncateList(hardware).join(', ')})` : name;
}
