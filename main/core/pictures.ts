import type { Sessions } from '../api/sessions.ts';
import { shownImage, wholeImage } from '../packages/image.ts';
import { createTurns } from '../watcher/turns.ts';
import type { BuiltIn } from './built-in.ts';
import { builtInAccountId } from './built-in-account.ts';
import { dataAddress, largestIcon } from './icons.ts';

/** The pictures a service shows of what it keeps. */
export type Pictures = {
  /**
   * The picture at an address of the account's service, as a `data:` address, so that nobody else needs the token; null when
   * there is none that can be shown. Throws the coded errors of the api.
   */
  of(accountId: string, address: string): Promise<string | null>;
};

/** Each is a connection of its own, and a list has many. */
const askedAtOnce = 6;

export function createPictures({
  sessions,
  builtIn,
}: {
  readonly sessions: Sessions;
  readonly builtIn: BuiltIn;
}): Pictures {
  /** The service on this computer may name itself as others reach it. */
  const nearest = (accountId: string, address: string): string => {
    if (accountId !== builtInAccountId) return address;
    const { url, localUrl } = builtIn.service();
    return address.startsWith(`${url}/`) ? localUrl + address.slice(url.length) : address;
  };
  const turns = createTurns(askedAtOnce);
  return {
    of: (accountId, address) =>
      turns.run(async () => {
        const bytes = await sessions.api(accountId).bytes(nearest(accountId, address), largestIcon);
        const whole = bytes && wholeImage(bytes);
        const image = whole && (await shownImage(whole));
        return image && dataAddress(image.type, image.bytes);
      }),
  };
}
