import { EventEmitter } from 'node:events';
import { destroyMembers } from './events.ts';
import type { MenuDouble } from './menu.ts';
import type { ImageDouble } from './native-image.ts';
import type { Recordings } from './recordings.ts';

export function trayClass(recordings: Recordings, isReady: () => boolean) {
  return class Tray extends EventEmitter {
    image: string;
    toolTip = '';
    menu: MenuDouble | null = null;
    #destroyed = false;

    constructor(image: ImageDouble) {
      super();
      if (!isReady()) throw new Error('Cannot create Tray before app is ready');
      this.image = image.name;
      recordings.trays.add(this);
    }

    setImage(image: ImageDouble): void {
      this.image = image.name;
    }

    setToolTip(text: string): void {
      this.toolTip = text;
    }

    setContextMenu(menu: MenuDouble | null): void {
      this.menu = menu;
    }

    isDestroyed(): boolean {
      return this.#destroyed;
    }

    destroy(): void {
      this.#destroyed = true;
      recordings.trays.delete(this);
      destroyMembers(this, ['isDestroyed']);
    }
  };
}
