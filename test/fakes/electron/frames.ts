import type { Frame } from '@playwright/test';
import { fromWeb } from './addresses.ts';

let lastId = 0;

/** A frame as main sees it, with URLs of the custom scheme. Each frame has exactly one such object. */
export class FrameDouble {
  readonly frameId = ++lastId;
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  get url(): string {
    return fromWeb(this.#frame.url());
  }

  get origin(): string {
    return URL.canParse(this.url) ? `${new URL(this.url).protocol}//${new URL(this.url).host}` : 'null';
  }

  get parent(): FrameDouble | null {
    const parent = this.#frame.parentFrame();
    return parent ? frameOf(parent) : null;
  }
}

const doubles = new WeakMap<Frame, FrameDouble>();

export function frameOf(frame: Frame): FrameDouble {
  const found = doubles.get(frame) ?? new FrameDouble(frame);
  doubles.set(frame, found);
  return found;
}
