import type { CallArguments, ExposureCheck, ServiceOverview } from '../../../preload/page.ts';

export const exposureSteps = ['address', 'encryption', 'mail', 'try'] as const;
export type ExposureStep = (typeof exposureSteps)[number];

export type ExposureDraft = {
  /** Empty if only this computer can reach the service. */
  readonly host: string;
  readonly publicUrl: string;
  readonly proxyHops: string;
  readonly encryption: 'auto' | 'own' | 'none';
  readonly certificate: string;
  readonly key: string;
};

type Saved = Omit<ServiceOverview['exposure'], 'addresses'>;
type Values = CallArguments<'service.setExposure'>;

export function exposureDraft({ host, publicUrl, proxyHops, tls }: Saved): ExposureDraft {
  const files = typeof tls === 'boolean' ? { certificate: '', key: '' } : tls;
  return {
    host: host ?? '',
    publicUrl: publicUrl ?? '',
    proxyHops: String(proxyHops),
    encryption: tls === false ? 'none' : tls === true ? 'auto' : 'own',
    certificate: files.certificate,
    key: files.key,
  };
}

/**
 * Enables encryption when the service becomes reachable from other computers without a proxy.
 * iPhones and iPads install only over HTTPS.
 */
export function withHost(draft: ExposureDraft, host: string): ExposureDraft {
  const opens = draft.host === '' && host !== '' && draft.publicUrl.trim() === '';
  return { ...draft, host, encryption: opens && draft.encryption === 'none' ? 'auto' : draft.encryption };
}

export function exposureValues(draft: ExposureDraft, saved: Saved): Values {
  const publicUrl = draft.publicUrl.trim();
  const files = filesOf(draft);
  const own = files ?? saved.tls;
  return {
    host: draft.host === '' ? null : draft.host,
    publicUrl: publicUrl === '' ? null : publicUrl,
    proxyHops: publicUrl === '' ? 0 : Number(draft.proxyHops),
    tls: draft.encryption === 'own' ? own : draft.encryption === 'auto',
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
        // A request of a phone through a local proxy has the address of this computer.
        (!here.includes(address.replace(/^::ffff:/, '')) || /Android|iPhone|iPad/.test(agent ?? '')),
    ) ?? null
  );
}

export function remedyOf({ state, step }: Pick<ExposureCheck, 'state' | 'step'>): ExposureStep | null {
  return state === 'good' ? null : step;
}
