import { lookup } from 'node:dns/promises';
import { systemCode } from '../base/errors.ts';
import { serviceErrors } from './errors.ts';

/** Who reaches a service that listens on a host. */
export type Reach = {
  /** The host as this computer connects to it, in an address. */
  readonly localName: string;
  /** Whether it stands for every address of this computer. */
  readonly everywhere: boolean;
  /** Whether other computers reach it. */
  readonly exposed: boolean;
};

/** Throws `service/noHost` for a name nobody knows. */
export async function reachOf(host: string): Promise<Reach> {
  const { address, family } = await lookup(host).catch((error: Error) => {
    throw serviceErrors.noHost({ host, reason: systemCode(error) ?? error.message }, { cause: error });
  });
  const everywhere = address === '0.0.0.0' || address === '::';
  const exposed = address !== '::1' && !address.startsWith('127.');
  const localName = family === 6 ? `[${address}]` : address;
  return { localName: everywhere ? '127.0.0.1' : localName, everywhere, exposed };
}
