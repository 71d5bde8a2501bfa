import type { MailServerView, ServiceOverview, ServiceStatus } from '../../preload/page.ts';
import { t } from '../messages.ts';

type Reach = ServiceOverview['reach'];

export function reachOf(
  status: Pick<ServiceStatus, 'reach'>,
  { publicUrl, host }: Pick<Reach, 'publicUrl' | 'host'>,
): NonNullable<ServiceStatus['reach']> {
  if (status.reach) return status.reach;
  if (publicUrl !== null) return 'proxy';
  return host === null ? 'computer' : 'network';
}

export function reachText(status: Pick<ServiceStatus, 'reach' | 'url'>, reach: Reach): string {
  const who = reachOf(status, reach);
  const address = status.url ?? reach.publicUrl;
  if (who === 'proxy' && address !== null && !address.startsWith('https:'))
    return t('service.reach.proxyPlain');
  return t(`service.reach.${who === 'network' && reach.tls !== false ? 'networkEncrypted' : who}`);
}

export function mailText(server: MailServerView['server']): string {
  if (server === null) return t('service.mailFolder');
  return t('service.mailThrough', { host: `${server.host}:${server.port}`, from: server.from });
}
