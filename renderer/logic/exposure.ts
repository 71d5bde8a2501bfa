import type { MailServerView, ServiceOverview, ServiceStatus } from '../../preload/page.ts';
import { t } from '../messages.ts';

type Exposure = ServiceOverview['exposure'];

export function exposureOf(
  status: Pick<ServiceStatus, 'exposure'>,
  { publicUrl, host }: Pick<Exposure, 'publicUrl' | 'host'>,
): NonNullable<ServiceStatus['exposure']> {
  if (status.exposure) return status.exposure;
  if (publicUrl !== null) return 'proxy';
  return host === null ? 'computer' : 'network';
}

export function exposureText(status: Pick<ServiceStatus, 'exposure' | 'url'>, exposure: Exposure): string {
  const who = exposureOf(status, exposure);
  const address = status.url ?? exposure.publicUrl;
  if (who === 'proxy' && address !== null && !address.startsWith('https:'))
    return t('service.exposure.proxyPlain');
  return t(`service.exposure.${who === 'network' && exposure.tls !== false ? 'networkEncrypted' : who}`);
}

export function mailText(server: MailServerView['server']): string {
  if (server === null) return t('service.mailFolder');
  return t('service.mailThrough', { host: `${server.host}:${server.port}`, from: server.from });
}
