/** The record that the link of an install page refers to. */
import type { FastifyRequest } from 'fastify';
import { type Translator, translatorFor } from '../../messages/translator.ts';
import { displayVersion } from '../../packages/package-info.ts';
import { serviceErrors } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { LinkTarget } from '../storage/records.ts';

export async function findTarget(
  request: FastifyRequest,
  parts: Pick<ServiceContext, 'storage'>,
): Promise<LinkTarget> {
  const target = await parts.storage.links.find(tokenOf(request));
  if (!target) throw serviceErrors.noLink({});
  return target;
}

/** Throws `service/inactive` or `service/disabled`. */
export function checkEnabled(target: LinkTarget): void {
  if (target.kind === 'version') {
    const { version } = target;
    if (version.isActive) return;
    throw serviceErrors.inactive({ name: version.applicationName, version: displayVersion(version) });
  }
  if (!target.profile.enabled || (target.kind === 'item' && !target.item.enabled)) {
    throw serviceErrors.disabled({ name: nameOf(target) });
  }
}

export function nameOf(target: Exclude<LinkTarget, { kind: 'version' }>): string {
  return target.kind === 'item' ? target.item.name : target.profile.name;
}

/** Drops trailing punctuation and spaces, which programs include when they detect a link in text. */
export function tokenOf(request: FastifyRequest): string {
  return /^.*[\w-]/s.exec((request.params as { readonly token?: string }).token ?? '')?.[0] ?? '';
}

export function translatorOfVisitor(request: FastifyRequest): Translator {
  return translatorFor(request.headers['accept-language']);
}
