/** What an XML drawable of Android is made of (adaptive icon, inset, layer list, bitmap, selector …). Pure over bytes. */

import { isReference, type RawValue } from '../images/chunks.ts';
import { walkBinaryXml, type XmlElement } from './axml.ts';

/** Attributes of the platform that name a drawable: `drawable` and, of a bitmap, `src`. */
const drawableAttributes: ReadonlySet<number> = new Set([0x01010199, 0x01010119]);
const mostLayers = 64;
/** Real drawables are nested four deep. */
const deepestElement = 16;

type Layer = { readonly value: RawValue; readonly place: 'front' | 'plain' | 'back' };

/**
 * References of a compiled drawable to others, the most telling first: what an adaptive icon has in front, what others
 * hold (the last is drawn on top, or is the plain state), what an adaptive icon has behind. A one-coloured variant is
 * left out. None for damaged bytes; may throw Node's error for reading outside a buffer.
 */
export function readLayers(bytes: Buffer): readonly RawValue[] {
  const layers: Layer[] = [];
  const path: string[] = [];
  const damage = walkBinaryXml(bytes, {
    start: (element) => {
      if (element.depth > deepestElement) return;
      path[element.depth - 1] = element.name;
      path.length = element.depth;
      const place = placeIn(path);
      const value = place && layers.length < mostLayers ? drawableOf(element) : null;
      if (place && value) layers.push({ value, place });
    },
    end: () => {},
  });
  if (damage) return [];
  const onTop = layers.toReversed();
  return ['front', 'plain', 'back'].flatMap((place) =>
    onTop.filter((layer) => layer.place === place).map(({ value }) => value),
  );
}

function placeIn(path: readonly string[]): Layer['place'] | null {
  if (path.includes('monochrome')) return null;
  if (path.includes('foreground')) return 'front';
  return path.includes('background') ? 'back' : 'plain';
}

function drawableOf(element: XmlElement): RawValue | null {
  for (const { resourceId, value } of element.attributes) {
    if (resourceId !== null && drawableAttributes.has(resourceId) && isReference(value)) return value;
  }
  return null;
}
