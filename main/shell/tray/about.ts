import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AboutPanelOptionsOptions } from 'electron';
import type { Translator } from '../../messages/translator.ts';

export type Product = {
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  readonly homepage: string | null;
};

export function readProduct(folder: string): Product {
  const { version, license, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Pick<Product, 'version' | 'license'> & { readonly homepage?: string };
  return { version, license, homepage: homepage ?? null };
}

export function aboutPanel(
  { version, license, homepage }: Product,
  iconPath: string,
  { translate }: Translator,
): AboutPanelOptionsOptions {
  return {
    applicationName: 'Slipway',
    applicationVersion: version,
    copyright: translate('dialog/licence', { name: license }),
    iconPath,
    // `website` is only shown on Linux, `credits` elsewhere.
    ...(homepage === null ? {} : { website: homepage, credits: homepage }),
  };
}
