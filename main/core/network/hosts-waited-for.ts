import type { Network } from '../../api/transport/network.ts';
import type { Account } from '../../settings/settings-schema.ts';
import type { UploadView } from '../../uploads/upload-view.ts';

/** The hosts that uploads which the network failed are to reach first: those of their services, or of the proxies before them. */
export async function hostsWaitedFor(
  uploads: readonly UploadView[],
  accounts: readonly Account[],
  { proxyFor }: Pick<Network, 'proxyFor'>,
): Promise<readonly string[]> {
  const ids = new Set(uploads.filter(isHeldByNetwork).map(({ accountId }) => accountId));
  const addresses = accounts
    .filter(({ id }) => ids.has(id))
    .flatMap(({ baseUrl, authUrl }) => [baseUrl, authUrl])
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
  return Promise.all(
    addresses.map(async (address) => {
      const proxy = await proxyFor(address);
      return (proxy !== null && URL.canParse(proxy) ? new URL(proxy) : address).hostname;
    }),
  );
}

function isHeldByNetwork({ state, failure }: UploadView): boolean {
  return state === 'retrying' && failure?.remedy === 'check-network';
}
