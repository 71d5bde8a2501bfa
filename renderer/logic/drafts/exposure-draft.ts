import type { CallArguments, ExposureCheck, ServiceOverview } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export const exposureSteps = ['audience', 'mail', 'try'] as const;
export type ExposureStep = (typeof exposureSteps)[number];

/** Devices that can install from the service. `internet`: devices that reach its public address. */
export const audiences = ['computer', 'network', 'internet'] as const;
export type Audience = (typeof audiences)[number];

export type ExposureDraft = {
  readonly audience: Audience;
  /** Listening address. Empty for loopback only. */
  readonly host: string;
  readonly publicUrl: string;
  readonly proxyHops: string;
  readonly encryption: 'auto' | 'own' | 'none';
  readonly certificate: string;
  readonly key: string;
};

type Saved = Omit<ServiceOverview['exposure'], 'addresses' | 'lanAddress'>;
type Values = CallArguments<'service.setExposure'>;

export function audienceOf({ host, publicUrl }: Pick<Saved, 'host' | 'publicUrl'>): Audience {
  if (publicUrl !== null) return 'internet';
  return host === null ? 'computer' : 'network';
}

export function exposureDraft(saved: Saved): ExposureDraft {
  const { host, publicUrl, proxyHops, tls } = saved;
  const files = typeof tls === 'boolean' ? { certificate: '', key: '' } : tls;
  return {
    audience: audienceOf(saved),
    host: host ?? '',
    publicUrl: publicUrl ?? '',
    proxyHops: String(proxyHops),
    encryption: tls === false ? 'none' : tls === true ? 'auto' : 'own',
    certificate: files.certificate,
    key: files.key,
  };
}

/**
 * Sets the address and encryption for an audience. Derives both from the saved settings, not from the draft,
 * because arrow keys also select the radio buttons in between.
 */
export function withAudience(
  draft: ExposureDraft,
  audience: Audience,
  { lanAddress, ...saved }: Saved & Pick<ServiceOverview['exposure'], 'lanAddress'>,
): ExposureDraft {
  const before = exposureDraft(saved);
  const host = audience === 'network' ? before.host || (lanAddress ?? '') : before.host;
  return { ...draft, audience, host, encryption: encryptionFor(audience, before) };
}

/** iPhones and iPads install only over HTTPS. A proxy encrypts the connections to a public address. */
function encryptionFor(audience: Audience, before: ExposureDraft): ExposureDraft['encryption'] {
  if (audience === before.audience) return before.encryption;
  if (audience === 'network' && before.encryption === 'none') return 'auto';
  return audience === 'computer' && before.encryption === 'auto' ? 'none' : before.encryption;
}

export function exposureValues(draft: ExposureDraft, saved: Saved): Values {
  const publicUrl = draft.audience === 'internet' ? draft.publicUrl.trim() : '';
  const own = filesOf(draft) ?? saved.tls;
  return {
    host: draft.audience === 'computer' || draft.host === '' ? null : draft.host,
    publicUrl: publicUrl === '' ? null : publicUrl,
    proxyHops: publicUrl === '' ? 0 : Number(draft.proxyHops),
    tls: draft.encryption === 'own' ? own : draft.encryption === 'auto',
  };
}

type ExposureProblems = { readonly [Field in keyof ExposureDraft]?: string | undefined };

export function exposureProblems({
  audience,
  host,
  publicUrl,
  encryption,
  ...files
}: ExposureDraft): ExposureProblems {
  const missing = (path: string): string | undefined =>
    encryption === 'own' && path.trim() === '' ? t('service.fileNeeded') : undefined;
  return {
    audience: audience === 'network' && host === '' ? t('service.exposureNone') : undefined,
    publicUrl: audience === 'internet' && publicUrl.trim() === '' ? t('service.publicUrlNeeded') : undefined,
    certificate: missing(files.certificate),
    key: missing(files.key),
  };
}

export function filesOf({
  certificate,
  key,
}: ExposureDraft): CallArguments<'service.checkCertificate'> | null {
  const files = { certificate: certificate.trim(), key: key.trim() };
  return files.certificate === '' || files.key === '' ? null : files;
}

export function isSaved(draft: ExposureDraft, saved: Saved): boolean {
  const { host, publicUrl, proxyHops, tls } = saved;
  return JSON.stringify(exposureValues(draft, saved)) === JSON.stringify({ host, publicUrl, proxyHops, tls });
}

type Entry = {
  readonly id: number;
  readonly at: number;
  readonly address: string;
  readonly agent: string | null;
};

/** Returns the last request of another device since a time. `own` contains the addresses of this computer. */
export function lastExternalRequest(
  entries: readonly Entry[],
  since: number,
  own: readonly string[],
): Pick<Entry, 'at' | 'address'> | null {
  const here = [...own, '127.0.0.1', '::1'];
  return (
    entries.find(
      ({ at, address, agent }) =>
        at >= since &&
        // A request from a phone through a local proxy has the address of this computer.
        (!here.includes(address.replace(/^::ffff:/, '')) || /Android|iPhone|iPad/.test(agent ?? '')),
    ) ?? null
  );
}

export function remedyOf({ state, step }: Pick<ExposureCheck, 'state' | 'step'>): ExposureStep | null {
  return state === 'good' ? null : step;
}
