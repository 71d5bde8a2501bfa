import { InvalidArgumentError } from 'commander';
import { withoutTrailingSlash } from '../../base/trim-end.ts';

/** Parses an http or https address without credentials, query or fragment. */
export function parsePlainAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    throw new InvalidArgumentError(
      'Expected an address that begins with https:// or http://, without “?” and password.',
    );
  }
  return withoutTrailingSlash(url.href);
}
