import { EventEmitter } from 'node:events';
import { destroyMembers } from './events.ts';
import type { MenuDouble } from './menu.ts';
import { type ImageDouble, nativeImage } from './native-image.ts';
import type { Recordings } from './recordings.ts';

export function trayClass(recordings: Recordings, isReady: () => boolean) {
  return class Tray extends EventEmitter {
    image: string;
    toolTip = '';
    menu: MenuDouble | null = null;
    #destroyed = false;

    constructor(image: ImageDouble | string) {
      super();
      if (!isReady()) throw new Error('Cannot create Tray before app is ready');
      this.image = nameOf(image);
      recordings.trays.add(this);
    }

    setImage(image: ImageDouble | string): void {
      this.image = nameOf(image);
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
      destroyMembers(this, ['isDestroyed', 'destroy']);
    }
  };
}

/** Returns the name of an image. Accepts an empty image, but throws for a file that contains no image. */
function nameOf(image: ImageDouble | string): string {
  if (typeof image !== 'string') return image.name;
  const { name, isEmpty } = nativeImage.createFromPath(image);
  if (isEmpty()) throw new Error(`Failed to load image from path '${image}'`);
  return name;
}
