import type { EventEmitter } from 'node:events';

type State = 'normal' | 'minimized' | 'maximized' | 'full-screen';

const left: Readonly<Record<State, string | null>> = {
  normal: null,
  minimized: 'restore',
  maximized: 'unmaximize',
  'full-screen': 'leave-full-screen',
};
const entered: Readonly<Record<State, string | null>> = {
  normal: null,
  minimized: 'minimize',
  maximized: 'maximize',
  'full-screen': 'enter-full-screen',
};

/**
 * One state at a time, as on Linux: a minimised window is not maximised. Events are asynchronous
 * (electron_desktop_window_tree_host_linux.cc, `UpdateWindowState`).
 */
export class WindowState {
  readonly #window: EventEmitter & { isDestroyed(): boolean };
  #now: State = 'normal';
  #before: State = 'normal';

  constructor(window: EventEmitter & { isDestroyed(): boolean }) {
    this.#window = window;
  }

  is(state: State): boolean {
    return this.#now === state;
  }

  become(state: State): void {
    const was = this.#now;
    if (was === state) return;
    this.#before = was;
    this.#now = state;
    setImmediate(() => {
      for (const name of [left[was], entered[state]]) {
        if (name !== null && !this.#window.isDestroyed()) this.#window.emit(name, {});
      }
    });
  }

  /** If the window is in this state, restores the previous state. */
  leave(state: State): void {
    if (this.#now === state) this.become(this.#before === state ? 'normal' : this.#before);
  }
}
