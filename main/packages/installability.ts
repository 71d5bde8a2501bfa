/**
 * Classifies which devices can install a build. `README.md` of this folder lists source, date and proof of
 * each rule. Pure.
 */
import type { Keys, Message } from '../messages/message.ts';

/** Best first. */
export const installKinds = ['fine', 'may-be-refused', 'few-devices', 'no-device'] as const;

/**
 * `no-device`: no device installs the build. `few-devices`: only listed devices or rare hardware.
 * `may-be-refused`: depends on device, system or region. `fine`: no known obstacle.
 */
export type InstallKind = (typeof installKinds)[number];

export type InstallReason = {
  readonly kind: Exclude<InstallKind, 'fine'>;
  readonly text: Message;
  /** First Android version that refuses the build; undefined if the version makes no difference. */
  readonly androidFrom?: number | undefined;
};

export type Installability = {
  /** Worst kind of the reasons. */
  readonly kind: InstallKind;
  /** Worst first. */
  readonly reasons: readonly InstallReason[];
};

type Rule = {
  readonly kind: InstallKind;
  /** True if the user must confirm before recipients are notified. */
  readonly asks: boolean | ((values: Values) => boolean);
  readonly androidFrom?: number | ((values: Values) => number);
};

type Values = Readonly<Record<string, unknown>>;

const none = { kind: 'no-device', asks: true } as const;
const few = { kind: 'few-devices', asks: true } as const;
const some = { kind: 'may-be-refused', asks: true } as const;

/** Rules by warning code, without `warning/`. */
const rules: Readonly<Partial<Record<Keys<'warning'>, Rule>>> = {
  // Android: file and signature
  bytesBefore: none,
  bytesBehind: none,
  headerDiffers: some,
  duplicateEntry: none,
  invalidName: none,
  tablePacked: { ...some, androidFrom: 11 },
  notSigned: none,
  changedAfterSigning: none,
  strippedSignature: none,
  newSignature: some,
  oldSignature: { ...some, androidFrom: 11 },
  sandboxSignature: { ...some, androidFrom: 8 },
  signedFileMissing: none,
  unsignedFile: none,
  // Android: manifest
  oldTarget: { ...some, androidFrom: ({ system }) => Number(system) },
  previewLevel: few,
  badPackageId: none,
  noApplication: none,
  noCode: none,
  notExported: { ...some, androidFrom: 12 },
  split: none,
  needsSplits: none,
  testOnly: none,
  testApk: { kind: 'fine', asks: true },
  playProtect: { ...some, asks: false },
  notRegistered: { ...some, asks: false },
  otherCertificate: some,
  registrationBuild: { kind: 'fine', asks: true },
  // Android: native libraries
  noPhoneAbi: few,
  only32Bit: { ...some, asks: false },
  librariesPacked: { ...none, androidFrom: 6 },
  otherAbiPacked: some,
  smallPages: { ...some, asks: false },
  // Apple
  simulator: none,
  thinned: few,
  noProfile: none,
  expired: none,
  certificateExpired: none,
  nestedProfile: none,
  appStore: none,
  development: few,
  adhoc: { kind: 'few-devices', asks: ({ count }) => count === 0 },
  unlistedDevices: few,
  unreadableProfile: { ...some, asks: false },
  unverifiedProfile: { ...some, asks: false },
  otherAppId: { ...some, asks: false },
  noExecutable: none,
  notCodeSigned: none,
  encrypted: none,
};

/** Classifies a build by its warnings. Warnings without a rule do not prevent installation. */
export function installability(warnings: readonly Message[]): Installability {
  const reasons = warnings
    .flatMap((text): InstallReason[] => {
      const { kind = 'fine', androidFrom } = ruleOf(text) ?? {};
      return kind === 'fine' ? [] : [{ kind, text, androidFrom: resolve(androidFrom, text) }];
    })
    .toSorted((a, b) => installKinds.indexOf(b.kind) - installKinds.indexOf(a.kind));
  return { kind: reasons[0]?.kind ?? 'fine', reasons };
}

/** Returns the warnings that the user must confirm before recipients are notified. */
export function installWarnings(warnings: readonly Message[]): readonly Message[] {
  return warnings.filter((text) => resolve(ruleOf(text)?.asks, text) === true);
}

function ruleOf({ code }: Message): Rule | undefined {
  const [group, key] = code.split('/');
  return group === 'warning' ? rules[key as Keys<'warning'>] : undefined;
}

function resolve<Value>(value: Value | ((values: Values) => Value) | undefined, { values }: Message) {
  return value instanceof Function ? value(values ?? {}) : value;
}
