import { isLoopbackUrl } from '../../api/transport/proxy/proxy-exceptions.ts';
import { toFailure } from '../../base/errors.ts';
import { messageOf } from '../../messages/message.ts';
import { serviceErrors } from '../../service/errors.ts';
import type { ServiceTrust } from '../../service/tls/service-trust.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { AddressCheck } from '../views/network.ts';
import type { ExposureCheck, ExposureReport, ServiceStatus } from '../views/service.ts';
import type { ServedCertificate } from './served-certificate.ts';

type Deps = {
  readonly status: Pick<ServiceStatus, 'exposure' | 'authority'> & { readonly url: string };
  readonly checkAddress: (of: { readonly address: string }) => Promise<AddressCheck>;
  readonly serviceTrust: () => Promise<ServiceTrust | null>;
  readonly mailServers: MailServers;
};

/** Throws `service/trust`. */
export async function checkExposure({
  status,
  checkAddress,
  serviceTrust,
  mailServers,
}: Deps): Promise<ExposureReport> {
  const url = new URL(status.url);
  const isEncrypted = url.protocol === 'https:';
  const trust = isEncrypted ? await serviceTrust() : null;
  const [answer, shown, mail] = await Promise.all([
    checkAddress({ address: status.url }),
    isEncrypted ? certificateAt(url, trust) : null,
    mailCheck(mailServers),
  ]);
  const encryption = isEncrypted ? shown && certificateCheck(shown, answer, status) : plainCheck(status);
  return {
    checks: [...addressChecks(answer, shown, status), ...(encryption ? [encryption] : []), mail],
    needsAuthority: shown?.trusted === 'own' && status.authority !== null,
  };
}

async function certificateAt(url: URL, trust: ServiceTrust | null): Promise<ServedCertificate | null> {
  const { servedCertificate } = await import('./served-certificate.ts');
  return servedCertificate(url, trust?.certificates ?? null);
}

function addressChecks(
  { problem }: AddressCheck,
  shown: ServedCertificate | null,
  { url, exposure }: Deps['status'],
): readonly ExposureCheck[] {
  const about = 'answer';
  if (problem && problem.part !== 'certificate') {
    return [{ about, state: 'failed', failure: problem.failure, step: 'audience' }];
  }
  // If the certificate is not the service's own, the response may come from another server.
  if (problem && shown?.trusted !== 'own') return [];
  const text = messageOf('reachable/answers', { address: url });
  const answers = { about, state: 'good', text, step: null } as const;
  const isChosen = exposure === 'computer';
  if (!isChosen && !isLoopbackUrl(new URL(url))) return [answers];
  const onlyHere = messageOf('reachable/onlyHere');
  return [
    answers,
    { about: 'address', state: isChosen ? 'note' : 'attention', text: onlyHere, step: 'audience' },
  ];
}

function plainCheck({ exposure }: Deps['status']): ExposureCheck | null {
  if (exposure === 'computer') return null;
  return { about: 'encryption', state: 'attention', text: messageOf('reachable/plain'), step: 'audience' };
}

function certificateCheck(
  { trusted, problem, issuer, until: date }: ServedCertificate,
  { problem: connectionProblem }: AddressCheck,
  { authority }: Deps['status'],
): ExposureCheck {
  const about = 'encryption';
  if (trusted === 'public') {
    return { about, state: 'good', text: messageOf('reachable/public', { issuer, date }), step: null };
  }
  if (trusted === 'own' && authority) {
    return { about, state: 'good', text: messageOf('reachable/authority', { issuer, date }), step: null };
  }
  // This computer trusts the certificate. Phones do so only after the user installs its authority on them.
  if (trusted === 'own' || connectionProblem === null) {
    const text = messageOf('reachable/private', { issuer, date });
    return { about, state: 'attention', text, step: 'audience' };
  }
  const failure = toFailure(serviceErrors.untrusted({ problem: problem ?? '' }));
  return { about, state: 'failed', failure, step: 'audience' };
}

async function mailCheck(mailServers: MailServers): Promise<ExposureCheck> {
  const about = 'mail';
  try {
    const access = await mailServers.get();
    if (access === null) {
      return { about, state: 'note', text: messageOf('reachable/outbox'), step: 'mail' };
    }
    const { server, password } = access;
    const { checkSmtp } = await import('../../service/mail/transport.ts');
    await checkSmtp({ ...server, password });
    const text = messageOf('reachable/mail', {
      server: `${server.host}:${server.port}`,
      user: server.userName,
    });
    return { about, state: 'good', text, step: null };
  } catch (error) {
    return { about, state: 'failed', failure: toFailure(error), step: 'mail' };
  }
}
