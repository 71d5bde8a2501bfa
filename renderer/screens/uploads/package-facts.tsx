/** What was read of a build, as names and values; the same before an upload and in its details. */
import type { ReactNode } from 'react';
import type { PackageInfo } from '../../../preload/contract.ts';
import { versionText } from '../../logic/uploads.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/uploads.ts';

type Fact = readonly [name: string, value: ReactNode];

export function packageFacts(info: PackageInfo): readonly Fact[] {
  return [
    [
      words.identifier,
      <span key="id" className="selectable">
        {info.id}
      </span>,
    ],
    [words.version, versionText(info)],
    [words.otherNames, [...new Set(Object.values(info.localizedNames ?? {}))].join(', ')],
    [words.platform, common.platform[info.platform]],
    [words.minimum, systemText(info, info.minOs)],
    [words.target, systemText(info, info.targetOs)],
    [words.formFactor, info.formFactor === 'phone' ? null : info.formFactor],
    [words.devices, info.deviceFamily?.map((family) => words.deviceFamilies[family] ?? family).join(', ')],
    [words.split, info.split],
    [words.debuggable, info.debuggable ? words.yes : null],
    [words.signed, info.signing?.schemesPresent.join(', ')],
    ...certificateFacts(info),
    [words.profile, profileText(info)],
    [words.push, info.apsEnvironment],
  ];
}

function systemText({ kind, platform }: PackageInfo, version: string | null): string | null {
  if (version === null) return null;
  return kind === 'apk' ? words.apiLevel(version) : `${common.platform[platform]} ${version}`;
}

function certificateFacts({ signing }: PackageInfo): readonly Fact[] {
  return (signing?.certificates ?? []).map(({ subject, sha256 }, index) => [
    index === 0 ? words.certificate : words.furtherCertificate(index + 1),
    <span key={sha256}>
      {subject} <code className="selectable checksum">{sha256}</code>
    </span>,
  ]);
}

function profileText(info: PackageInfo): string | null {
  const { provisioning = 'none', profileName, profileTeam, profileExpires } = info;
  if (provisioning === 'none') return null;
  return [
    words.profiles[provisioning],
    profileName,
    profileTeam,
    profileExpires && words.until(profileExpires.slice(0, 10)),
    info.profileVerified === false && words.unverified,
  ]
    .filter(Boolean)
    .join(' · ');
}
