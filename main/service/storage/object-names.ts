import { randomBytes } from 'node:crypto';

/** 32 random hexadecimal digits, `-` and the service id. */
export const objectNamePattern = /^[0-9a-f]{32}-[0-9a-f]{16}$/;

export function newObjectName(serviceId: string): string {
  return `${randomBytes(16).toString('hex')}-${serviceId}`;
}

export function belongsTo(serviceId: string, name: string): boolean {
  return name.endsWith(`-${serviceId}`);
}

export const ownerMarkPrefix = 'slipway-service-';

export function ownerOfMark(name: string): string | null {
  return /^slipway-service-([0-9a-f]{16})$/.exec(name)?.[1] ?? null;
}
