import { build } from 'plist';
import { signed } from '../../unit/packages/profiles.ts';

export const newPhone = {
  UDID: '00008101-000A1B2C3D4E5F60',
  PRODUCT: 'iPhone15,2',
  VERSION: '23A341',
};

/** Downloads the profile of an install page, and returns the challenge and the address for the response. */
export async function deviceProfileOf(link: string) {
  const response = await fetch(`${link}/device.mobileconfig`);
  const text = await response.text();
  const challenge = /<key>Challenge<\/key><string>([^<]*)</.exec(text)?.[1] ?? '';
  return { response, text, challenge };
}

/** Posts a response as the device does after installing the profile. */
export function respondAsDevice(
  link: string,
  challenge: string,
  changes: Record<string, string> = {},
): Promise<Response> {
  const attributes = { ...newPhone, CHALLENGE: challenge, ...changes };
  return postResponse(link, signed(Buffer.from(build(attributes))));
}

export function postResponse(
  link: string,
  body: Buffer,
  type = 'application/pkcs7-signature',
): Promise<Response> {
  return fetch(`${link}/device`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
}

/** Registers a device on the install page at `link`, a local address. */
export async function registerDevice(link: string, changes: Record<string, string> = {}): Promise<void> {
  const { challenge } = await deviceProfileOf(link);
  const { status } = await respondAsDevice(link, challenge, changes);
  if (status !== 301) throw new Error(`The registration was refused with ${status}.`);
}
