import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ActivationArguments, NotificationAction, NotificationConstructorOptions } from 'electron';
import type { Recordings } from './recordings.ts';

/** Test double of `Notification`. With `ELECTRON_DOUBLE_NOTIFICATIONS=refused`, showing fails. */
export function notificationClass(recordings: Recordings, isReady: () => boolean) {
  return class Notification extends EventEmitter {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly toastXml: string;
    readonly actions: readonly NotificationAction[];
    state: 'made' | 'shown' | 'closed' = 'made';

    static isSupported(): boolean {
      return true;
    }

    /** Electron returns the notifications of earlier runs on macOS. The double stores none. */
    static async getHistory(): Promise<Notification[]> {
      return [];
    }

    static handleActivation(listener: (activation: ActivationArguments) => void): void {
      recordings.activations.push(listener);
    }

    constructor(options: NotificationConstructorOptions = {}) {
      super();
      if (!isReady()) throw new Error('Cannot create Notification before app is ready');
      this.id = options.id || randomUUID();
      this.toastXml = options.toastXml ?? '';
      this.title = options.title ?? '';
      this.body = options.body ?? '';
      this.actions = options.actions ?? [];
      recordings.notifications.push(this);
    }

    /** Emits events asynchronously, as the desktop does. */
    show(): void {
      if (process.env['ELECTRON_DOUBLE_NOTIFICATIONS'] === 'refused') {
        setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed'));
        return;
      }
      this.state = 'shown';
      setImmediate(() => this.emit('show', {}));
    }

    close(): void {
      if (this.state !== 'shown') return;
      this.state = 'closed';
      setImmediate(() => this.emit('close', {}));
    }
  };
}
