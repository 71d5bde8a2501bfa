import type { EventEmitter } from 'node:events';

export type Cancellable = { defaultPrevented: boolean; preventDefault(): void };

/** An event whose default a listener can prevent. */
export function cancellable<Fields extends object>(fields: Fields): Fields & Cancellable {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** True when a listener prevented what `send` announced. */
export function isPrevented(send: (event: Cancellable) => void): boolean {
  const event = cancellable({});
  send(event);
  return event.defaultPrevented;
}

/** From now on every method but those of an EventEmitter and `kept` throws, as of an object whose native half is gone. */
export function destroyMembers(object: EventEmitter, kept: readonly string[]): void {
  const throws = (): never => {
    throw new TypeError('Object has been destroyed');
  };
  for (let level = Object.getPrototypeOf(object); isOfDouble(level); level = Object.getPrototypeOf(level)) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof member.value !== 'function' || name === 'constructor' || kept.includes(name)) continue;
      Object.defineProperty(object, name, { value: throws, configurable: true });
    }
  }
}

const isOfDouble = (level: object): boolean => !Object.hasOwn(level, 'emit');
