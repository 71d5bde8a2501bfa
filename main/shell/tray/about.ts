/** What the about panel shows. Pure but for the file it reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AboutPanelOptionsOptions } from 'electron';
import type { Translator } from '../../messages/translator.ts';

export type Product = {
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  /** Of the website; null where `package.json` names none. */
  readonly homepage: string | null;
};

/** `folder` has the application's `package.json`. */
export function readProduct(folder: string): Product {
  const { version, license, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Pick<Product, 'version' | 'license'> & { readonly homepage?: string };
  return { version, license, homepage: homepage ?? null };
}

export function aboutPanel(
  { version, license, homepage }: Product,
  iconPath: string,
  { say }: Translator,
): AboutPanelOptionsOptions {
  return {
    applicationName: 'Slipway',
    applicationVersion: version,
    copyright: say('dialog/licence', { name: license }),
    iconPath,
    // Only Linux shows a website; the others show credits.
    ...(homepage === null ? {} : { website: homepage, credits: homepage }),
  };
}
