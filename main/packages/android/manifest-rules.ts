/**
 * Android's requirements for the manifest of an installed build. Source: AOSP (android-16.0.0),
 * `ParsingPackageUtils`, `FrameworkParsingPackageUtils` (`validateName`, `computeTargetSdkVersion`) and
 * `DeferredError`. Pure.
 */
import { type Message, messageOf } from '../../messages/message.ts';
import { valueTypes } from '../images/chunks.ts';
import { type PackageInfo, truncateList } from '../package-info.ts';
import { truncateText } from '../text.ts';
import type { Attributes, Component, Manifest } from './manifest.ts';
import { resolveBoolean, resolveText } from './resolve.ts';
import type { ResourceTable } from './resources.ts';
import { android11Level, levelOf, targetOf } from './system-levels.ts';

/** Target level from which components with an intent filter must declare `android:exported`. */
const explicitExportLevel = 31;

/** Warns of manifests that devices refuse, and of builds that no device installs from a link. */
export function manifestWarnings(
  found: Manifest,
  table: ResourceTable | null,
  info: PackageInfo,
  names: readonly string[],
): Message[] {
  const { manifest, application } = found;
  const truth = (value: Attributes[keyof Attributes]) => resolveBoolean(value, table);
  const target = targetOf(info);
  const isSplit = info.split !== null;
  const hasCode = application !== null && (application.hasCode === undefined || truth(application.hasCode));
  const isEmpty = application === null && !info.instrumentation && levelOf(target) >= android11Level;
  return [
    ...(isSplit ? [messageOf('warning/split', { name: info.split })] : []),
    ...(!isSplit && needsSplits(found, table) ? [messageOf('warning/needsSplits')] : []),
    ...(truth(application?.testOnly) ? [messageOf('warning/testOnly')] : []),
    ...(isValidPackageId(manifest.package?.text ?? '')
      ? []
      : [messageOf('warning/badPackageId', { id: info.id })]),
    ...previewWarnings(found, info),
    ...(isEmpty ? [messageOf('warning/noApplication')] : []),
    ...(hasCode && !names.includes('classes.dex') ? [messageOf('warning/noCode')] : []),
    ...(levelOf(target) >= explicitExportLevel ? exportWarnings(found.components, target) : []),
    ...testWarnings(info),
    ...playProtectWarnings(found.components, info.permissions ?? []),
    ...(names.includes('assets/adi-registration.properties') ? [messageOf('warning/registrationBuild')] : []),
  ];
}

function needsSplits({ manifest, application, metaData }: Manifest, table: ResourceTable | null): boolean {
  const truth = (value: Attributes[keyof Attributes]) => resolveBoolean(value, table);
  return (
    truth(manifest.isSplitRequired) ||
    truth(application?.isSplitRequired) ||
    Boolean(resolveText(manifest.requiredSplitTypes, table)) ||
    metaData.some((data) => data.name?.text === 'com.android.vending.splits.required' && truth(data.value))
  );
}

/** Released Android versions reject builds for a preview. A level written as text counts as a preview. */
function previewWarnings({ sdk }: Manifest, { minOs, targetOs }: PackageInfo): Message[] {
  const levels = [
    [sdk.targetSdkVersion, targetOs],
    [sdk.minSdkVersion, minOs],
  ] as const;
  const [preview] = levels.flatMap(([value, level]) =>
    level !== null && (value?.type === valueTypes.string || !/^-?\d+$/.test(level)) ? level : [],
  );
  return preview === undefined ? [] : [messageOf('warning/previewLevel', { level: preview })];
}

/** Requires a dot, and a letter after each dot. The platform's own package is exempt. */
function isValidPackageId(id: string): boolean {
  return (
    id === 'android' ||
    (id.length <= 223 && /^[a-zA-Z.][\w.]*$/.test(id) && id.includes('.') && !/\.[\d_]/.test(id))
  );
}

function exportWarnings(components: readonly Component[], target: string): Message[] {
  const found = components
    .filter(({ hasFilter, attributes }) => hasFilter && attributes.exported === undefined)
    .map(({ kind, attributes }) => truncateText(attributes.name?.text ?? null) ?? kind);
  if (found.length === 0) return [];
  return [messageOf('warning/notExported', { components: truncateList([...new Set(found)]), target })];
}

/** Warns of a test apk as built by Gradle: it installs, but cannot be opened. */
function testWarnings({ instrumentation, launchers = 0, leanbackLaunchers = 0 }: PackageInfo): Message[] {
  return instrumentation && launchers + leanbackLaunchers === 0 ? [messageOf('warning/testApk')] : [];
}

/** Play Protect blocks apps with these permissions if installed from a browser, chat app or file manager. */
const requestedByFraud: ReadonlySet<string> = new Set([
  'android.permission.READ_SMS',
  'android.permission.RECEIVE_SMS',
]);
const servicesOfFraud: ReadonlySet<string> = new Set([
  'android.permission.BIND_ACCESSIBILITY_SERVICE',
  'android.permission.BIND_NOTIFICATION_LISTENER_SERVICE',
]);

function playProtectWarnings(components: readonly Component[], permissions: readonly string[]): Message[] {
  const ofServices = components
    .filter(({ kind }) => kind === 'service')
    .map(({ attributes }) => attributes.permission?.text ?? '');
  const found = [
    ...permissions.filter((name) => requestedByFraud.has(name)),
    ...ofServices.filter((name) => servicesOfFraud.has(name)),
  ].map((name) => name.slice('android.permission.'.length));
  return found.length === 0 ? [] : [messageOf('warning/playProtect', { permissions: [...new Set(found)] })];
}
