import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readIcon } from '../../main/packages/icon.ts';
import type { PackageIcon } from '../../main/packages/images/image.ts';
import { sampleApk, sampleIpa } from '../unit/packages/builds.ts';
import { iconApk, iconIpa, primaryIcon } from '../unit/packages/icon-builds.ts';
import { appleAlpha, encodePng, jpeg, type Samples, webps } from '../unit/packages/pictures.ts';
import { expect, test } from './fixtures.ts';

/** Returns RGBA gradients. Rows are opaque, translucent and transparent in turn. */
function rainbow(side: number): readonly (readonly [number, number, number, number])[] {
  return Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)];
    const alpha = [255, 160, 0][y % 3] ?? 0;
    const shade = (part: number) => (alpha === 0 ? 0 : Math.round((255 * part) / (side - 1)));
    return [shade(x), shade(y), shade(side - 1 - x), alpha] as const;
  });
}

/** Returns the rainbow in Xcode's pixel format: blue first, with premultiplied alpha. */
function asAppleStores(side: number): Samples {
  const bytes = rainbow(side).flatMap(([red, green, blue, alpha]) => [
    ...[blue, green, red].map((shade) => Math.round((shade * alpha) / 255)),
    alpha,
  ]);
  return { width: side, height: side, channels: 4, bytes: Buffer.from(bytes) };
}

/** Returns the RGBA pixels that the browser displays. */
function pixelsIn(
  page: Page,
  { type, bytes }: PackageIcon,
): Promise<{ width: number; height: number; rgba: number[] }> {
  return page.evaluate(
    async ({ url }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      if (!canvas) throw new Error('no canvas');
      canvas.drawImage(image, 0, 0);
      return { width, height, rgba: [...canvas.getImageData(0, 0, width, height).data] };
    },
    { url: `data:${type};base64,${bytes.toString('base64')}` },
  );
}

async function iconOf(folder: string, build: Buffer): Promise<PackageIcon> {
  const path = join(folder, 'build');
  await writeFile(path, build);
  const icon = await readIcon(path);
  if (!icon) throw new Error('the build has no icon');
  return icon;
}

for (const interlaced of [false, true]) {
  const way = interlaced ? 'interlaced' : 'plain';
  test(`a browser shows Apple's ${way} icon in its true colours`, async ({ folder, tabBrowser }) => {
    const side = 61;
    const coding = { apple: appleAlpha, filters: [4, 1, 3, 2, 0], interlaced };
    const build = iconIpa(primaryIcon(['Icon']), { 'Icon@2x.png': encodePng(asAppleStores(side), coding) });
    const page = await (await tabBrowser()).newPage();
    const shown = await pixelsIn(page, await iconOf(folder, build));
    expect(shown).toMatchObject({ width: side, height: side });
    // Allows for rounding errors, because the canvas also premultiplies the colours.
    const differences = rainbow(side)
      .flat()
      .map((value, at) => Math.abs(value - (shown.rgba[at] ?? Number.NaN)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
    await page.close();
  });
}

test('a browser shows every kind of icon in its reported size', async ({ folder, tabBrowser }) => {
  const page = await (await tabBrowser()).newPage();
  const drawables = { icon: [{ is: 'icon' }] };
  const builds = [sampleApk(), sampleIpa()];
  for (const bytes of [webps.lossy, webps.lossless, jpeg])
    builds.push(iconApk({ drawables, files: { icon: bytes } }));
  for (const build of builds) {
    const icon = await iconOf(folder, build);
    expect(await pixelsIn(page, icon)).toMatchObject({ width: icon.width, height: icon.height });
  }
  await page.close();
});
