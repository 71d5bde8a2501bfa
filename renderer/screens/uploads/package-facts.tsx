import type { ReactNode } from 'react';
import { androidVersion } from '../../../main/packages/android/android-versions.ts';
import type { PackageInfo } from '../../../preload/page.ts';
import type { Format } from '../../format.ts';
import { versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Folded } from '../../parts/folded.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Facts, Selectable } from '../../parts/overlays/drawer.tsx';

type Fact = readonly [name: string, value: ReactNode];

type Installability = PackageInfo['installability'] | null;

export function installsFact(installability: Installability): Fact {
  return [t('uploads.installs'), installability && t(`uploads.installKinds.${installability.kind}`)];
}

export function packageFacts(info: PackageInfo, format: Format): readonly Fact[] {
  return [
    [t('uploads.identifier'), <Selectable key="id" text={info.id} />],
    [t('uploads.version'), versionText(info)],
    [t('uploads.otherNames'), [...new Set(Object.values(info.localizedNames ?? {}))].join(', ')],
    [t('uploads.platform'), t(`common.platform.${info.platform}`)],
    [t('uploads.formFactor'), info.formFactor === 'phone' ? null : info.formFactor],
    [t('uploads.devices'), info.deviceFamily?.map(familyName).join(', ')],
    [t('uploads.debuggable'), info.debuggable ? t('uploads.yes') : null],
    [t('uploads.profile'), profileText(info, format)],
    [t('uploads.push'), info.apsEnvironment],
  ];
}

type TechnicalProps = { readonly info: PackageInfo | null; readonly sha256?: string | null };

export function TechnicalDetails({ info, sha256 = null }: TechnicalProps) {
  if (info === null && sha256 === null) return null;
  return (
    <Folded title={t('common.technicalDetails')}>
      <Facts
        facts={[
          ...(info ? technicalFacts(info) : []),
          [t('uploads.checksum'), sha256 && <code className="selectable checksum">{sha256}</code>],
        ]}
      />
    </Folded>
  );
}

function technicalFacts(info: PackageInfo): readonly Fact[] {
  return [
    [t('uploads.minimum'), systemText(info, info.minOs)],
    [t('uploads.target'), systemText(info, info.targetOs)],
    [t('uploads.nativeCode'), info.abis?.join(', ')],
    [t('uploads.thinned'), info.supportedDevices?.join(', ')],
    [t('uploads.split'), info.split],
    [t('uploads.signed'), info.signing?.schemesPresent.join(', ')],
    ...certificateFacts(info),
    [
      t('uploads.registration'),
      info.kind === 'apk' && t(`uploads.registrations.${info.registration ?? 'unknown'}`),
    ],
  ];
}

type WarningsProps = {
  readonly warnings: readonly string[];
  readonly installability: Installability | undefined;
};

/** Warnings about a build, in amber if they concern its installation. */
export function Warnings({ warnings, installability }: WarningsProps) {
  const obstacles = new Set(installability?.reasons.map(({ text }) => text));
  return (
    <ul className="warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          {obstacles.has(warning) ? (
            <Icon name="warning" className="tone-attention" />
          ) : (
            <Icon name="info" className="tone-quiet" />
          )}
          <span dir="auto">{warning}</span>
        </li>
      ))}
    </ul>
  );
}

function systemText({ kind, platform }: PackageInfo, version: string | null): string | null {
  if (version === null) return null;
  const release = kind === 'apk' ? androidVersion(version) : version;
  return release === undefined
    ? t('uploads.apiLevel', { level: version })
    : `${t(`common.platform.${platform}`)} ${release}`;
}

function certificateFacts({ signing }: PackageInfo): readonly Fact[] {
  return (signing?.certificates ?? []).map(({ subject, sha256 }, index) => [
    index === 0 ? t('uploads.certificate') : t('uploads.furtherCertificate', { number: index + 1 }),
    <span key={sha256}>
      {subject} <code className="selectable checksum">{sha256}</code>
    </span>,
  ]);
}

function profileText(info: PackageInfo, format: Format): string | null {
  const { provisioning = 'none', profileName, profileTeam, profileExpires } = info;
  if (provisioning === 'none') return null;
  return [
    t(`uploads.profiles.${provisioning}`),
    profileName,
    profileTeam,
    profileExpires && t('uploads.until', { day: format.date(profileExpires) }),
    info.profileVerified === false && t('uploads.unverified'),
  ]
    .filter(Boolean)
    .join(' · ');
}

const families = [1, 2, 3, 4, 7] as const;

function familyName(family: number): string {
  const known = families.find((each) => each === family);
  return known ? t(`uploads.deviceFamilies.${known}`) : String(family);
}
