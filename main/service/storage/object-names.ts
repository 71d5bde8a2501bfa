/** Names of objects and of the mark beside them, both of which contain the id of their service. */
import { randomBytes } from 'node:crypto';

/** 32 random hexadecimal digits and the id of the service. */
export const objectName = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

export function newObjectName(serviceId: string): string {
  return `${randomBytes(16).toString('hex')}-${serviceId}`;
}

/** True if the object was written by the service with this id. */
export function isObjectOf(serviceId: string, name: string): boolean {
  return name.endsWith(`-${serviceId}`);
}

export const ownerMarkPrefix = 'slipway-service-';

/** The id in the name of an owner mark; null for any other name. */
export function ownerInMark(name: string): string | null {
  return /^slipway-service-([0-9a-f]{16})$/.exec(name)?.[1] ?? null;
}
