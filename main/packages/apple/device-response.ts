/**
 * Response of an Apple device to a “Profile Service” profile (Apple, “Over-the-Air Profile Delivery and
 * Configuration”). Pure.
 */
import { readOrElse } from '../zip/out-of-bounds.ts';
import { signedContent } from './cms.ts';
import { verifySignature } from './cms-signature.ts';
import { tryReadPropertyList } from './provisioning.ts';

export type DeviceResponse = {
  /** 40 lower-case hex digits, or 8 and 16 upper-case digits joined by a hyphen, as devices write them. */
  readonly udid: string;
  /** Model, such as `iPhone15,2`. */
  readonly product: string;
  /** System build, such as `23A341`. */
  readonly systemVersion: string;
  readonly challenge: string;
};

/**
 * Returns null unless the signature matches and all attributes are valid. Only a certificate chain to Apple
 * would prove that a device signed the response.
 */
export function readDeviceResponse(bytes: Buffer): DeviceResponse | null {
  const content = readOrElse(() => (verifySignature(bytes) ? signedContent(bytes) : null), null);
  const attributes = content && readOrElse(() => tryReadPropertyList(content), null);
  if (!attributes) return null;
  const text = (key: string, pattern: RegExp): string | null => {
    const value = attributes[key];
    return typeof value === 'string' && pattern.test(value) ? value : null;
  };
  const udid = text('UDID', /^(?:[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{16})$/i);
  const product = text('PRODUCT', /^[A-Za-z]{1,30}\d{1,3},\d{1,3}$/);
  const systemVersion = text('VERSION', /^\w{1,20}$/);
  const challenge = text('CHALLENGE', /^[\w-]{1,100}$/);
  if (udid === null || product === null || systemVersion === null || challenge === null) return null;
  const isLong = udid.length === 40;
  return { udid: isLong ? udid.toLowerCase() : udid.toUpperCase(), product, systemVersion, challenge };
}
