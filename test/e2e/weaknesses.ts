/** Finds security weaknesses of a package and returns their short names. A secure package has none. */
import type { Configuration } from 'electron-builder';
import type { Snapshot } from '../fakes/electron/control-contract.ts';
import type { Fuses, PackedFile } from './package-files.ts';

const wantedFuses: Fuses = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/** Returns the names of the values that differ from `wanted`. */
function differing<Value extends object>(found: Value | null | undefined, wanted: Value): readonly string[] {
  const given = new Map(Object.entries(found ?? {}));
  return Object.entries(wanted)
    .filter(([name, value]) => given.get(name) !== value)
    .map(([name]) => name);
}

export function fuseWeaknesses(fuses: Fuses): readonly string[] {
  return differing(fuses, wantedFuses);
}

const shippedFiles = [
  /^(package\.json|LICENSE)$/,
  /^out\/(packages\.json|licenses\.txt)$/,
  /^out\/main\/[\w-]+\.js$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|svg|png|webp|woff2)$/,
  /^assets\/icon\.png$/,
  /^assets\/(tray|overlay)\/[\w@-]+\.png$/,
  /^assets\/locales\/[a-z]+\/main\/\w+\.json$/,
  /^assets\/samples\/[\w-]+\.(apk|ipa)$/,
];

/** Allowed fields of package.json. Scripts and dependencies are not among them. */
const shippedManifest = [
  'name',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'productName',
  'desktopName',
  'private',
  'type',
  'main',
  'bin',
  'files',
  'engines',
  'allowScripts',
  'optionalDependencies',
];

/** Returns unexpected files, files without an integrity hash, and unexpected fields of package.json. */
export function contentWeaknesses(files: readonly PackedFile[]): readonly string[] {
  const strangers = files.filter(({ path }) => !shippedFiles.some((shape) => shape.test(path)));
  const unsealed = files.filter(({ sealed }) => !sealed);
  const manifest = files.find(({ path }) => path === 'package.json');
  const entries = manifest
    ? Object.keys(JSON.parse(manifest.bytes.toString('utf8')) as object)
    : ['(missing)'];
  return [
    ...strangers.map(({ path }) => path),
    ...unsealed.map(({ path }) => `${path} without its seal`),
    ...entries.filter((name) => !shippedManifest.includes(name)).map((name) => `package.json: ${name}`),
  ];
}

const targetsOf = (platform: { readonly target?: unknown } | null | undefined): readonly string[] =>
  [platform?.target ?? []]
    .flat()
    .map((each) => (typeof each === 'string' ? each : (each as { target: string }).target));

const allOf = (value: unknown): readonly unknown[] => [value ?? []].flat();

const usages =
  /^NS(LocalNetwork|(Desktop|Documents|Downloads)Folder|(Network|Removable)Volumes)UsageDescription$/;

/**
 * Returns true if Info.plist requests access only to folders and the local network. Ignores nulls, which the
 * packager drops.
 */
function wantedInfo(info: unknown): boolean {
  const named = Object.entries(info ?? {}).filter(([, value]) => value !== null);
  return named.every(([key]) => key === 'NSUserNotificationAlertStyle' || usages.test(key));
}

/** Returns weaknesses in the configuration of electron-builder and in the macOS entitlements. */
export function configurationWeaknesses(
  configuration: Configuration,
  entitlements: readonly string[],
): readonly string[] {
  const { mac, win, linux, nsis } = configuration;
  const protocols = [configuration, mac, win, linux].flatMap((part) => allOf(part?.protocols)) as {
    readonly schemes: readonly string[];
  }[];
  const extensions = (given: unknown): string =>
    (allOf(given) as { readonly ext: string }[]).map(({ ext }) => ext).join();
  const checks: readonly (readonly [weakness: string, sound: boolean])[] = [
    ['asar', configuration.asar === true],
    ['asarUnpack', allOf(configuration.asarUnpack).length === 0],
    ['disableAsarIntegrity', configuration.disableAsarIntegrity !== true],
    ['extraFiles', allOf(configuration.extraFiles).length === 0],
    ['extraResources', allOf(configuration.extraResources).length === 0],
    ['removePackageScripts', configuration.removePackageScripts !== false],
    ['publish', configuration.publish === null || configuration.publish === undefined],
    ['electronDownload', configuration.electronDownload == null],
    ['protocols', protocols.flatMap(({ schemes }) => schemes).join() === 'slipway'],
    // On Windows, a file association would replace the user's default program.
    ['fileAssociations', extensions(configuration.fileAssociations) === ''],
    ['win.fileAssociations', extensions(win?.fileAssociations) === ''],
    ['mac.fileAssociations', extensions(mac?.fileAssociations) === 'apk,ipa'],
    ['mac.target', targetsOf(mac).join() === 'dmg,zip'],
    ['mac.hardenedRuntime', mac?.hardenedRuntime === true],
    ['mac.notarize', mac?.notarize === true],
    ['mac.identity', mac?.identity === undefined],
    ['mac.entitlements', mac?.entitlements === mac?.entitlementsInherit && mac?.entitlements !== undefined],
    ['mac.extendInfo', wantedInfo(mac?.extendInfo)],
    ['entitlements', entitlements.join() === 'com.apple.security.cs.allow-jit'],
    ['win.target', targetsOf(win).join() === 'nsis,zip'],
    ['win.verifyUpdateCodeSignature', win?.verifyUpdateCodeSignature !== false],
    ['nsis.perMachine', nsis?.perMachine === false],
    ['nsis.include', nsis?.include === 'assets/windows/installer.nsh' && nsis?.script == null],
    ['nsis.buildUniversalInstaller', nsis?.buildUniversalInstaller === false],
    ['nsis.artifactName', /\$\{arch\}/.test(nsis?.artifactName ?? '')],
    ['linux.target', targetsOf(linux).join() === 'AppImage,deb'],
    ['linux.executableArgs', allOf(linux?.executableArgs).length === 0],
  ];
  return [
    ...checks.filter(([, sound]) => !sound).map(([weakness]) => weakness),
    ...differing(configuration.electronFuses, wantedFuses).map((name) => `electronFuses.${name}`),
  ];
}

const wantedPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Chromium would download dictionaries from Google.
  spellcheck: false,
} as const;

/** Preferences without an effect on security. */
const harmlessPreferences = ['preload'];

const wantedPolicy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

const harmlessPrivileges = ['standard', 'secure', 'supportFetchAPI', 'codeCache'];

export type RunningWindow = Pick<Snapshot, 'windows' | 'schemes'> & {
  readonly policy: string;
  readonly permissions: { readonly request: boolean; readonly check: boolean; readonly device: boolean };
};

export function windowWeaknesses(running: RunningWindow): readonly string[] {
  const { windows, schemes, policy, permissions } = running;
  const directives = Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
  const preferences = windows.flatMap(({ webPreferences }) => [
    ...differing(webPreferences as Record<string, unknown>, wantedPreferences),
    ...Object.keys(webPreferences).filter(
      (name) => !(name in wantedPreferences) && !harmlessPreferences.includes(name),
    ),
  ]);
  const privileges = schemes.flatMap(({ privileges: given }) =>
    Object.entries(given ?? {})
      .filter(([name, on]) => on && !harmlessPrivileges.includes(name))
      .map(([name]) => name),
  );
  return [
    ...(windows.length === 0 ? ['no window'] : []),
    ...(schemes.map(({ scheme }) => scheme).join() === 'app' ? [] : ['schemes']),
    ...preferences,
    ...privileges,
    ...differing(directives, wantedPolicy),
    ...Object.keys(directives).filter((name) => !(name in wantedPolicy)),
    ...Object.entries(permissions)
      .filter(([, granted]) => granted)
      .map(([kind]) => `permissions: ${kind}`),
  ];
}
