import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';

type Source = NativeTheme['themeSource'];

/** Test double of `nativeTheme`. `onSource` applies the selected theme to the pages. */
export class NativeThemeDouble extends EventEmitter {
  readonly #onSource: (source: Source) => void;
  #source: Source = 'system';

  constructor(onSource: (source: Source) => void) {
    super();
    this.#onSource = onSource;
  }

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source))
      throw new TypeError(`Error processing argument: ${source} is no theme source`);
    if (source === this.#source) return;
    this.#source = source;
    this.#onSource(source);
    this.emit('updated', {});
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}
