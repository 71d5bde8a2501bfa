/** Names of objects and owner marks. Both contain the service id. */
import { randomBytes } from 'node:crypto';

/** 32 random hexadecimal digits, `-` and the service id. */
export const objectName = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

export function newObjectName(serviceId: string): string {
  return `${randomBytes(16).toString('hex')}-${serviceId}`;
}

export function isObjectOf(serviceId: string, name: string): boolean {
  return name.endsWith(`-${serviceId}`);
}

export const ownerMarkPrefix = 'slipway-service-';

/** Returns the service id in the name of an owner mark, or null for any other name. */
export function ownerInMark(name: string): string | null {
  return /^slipway-service-([0-9a-f]{16})$/.exec(name)?.[1] ?? null;
}
