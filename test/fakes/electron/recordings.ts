import type { CustomScheme } from 'electron';
import type { DialogEntry, NotificationEntry } from './control-contract.ts';
import type { MenuDouble } from './menu.ts';

/** What the application did to the desktop, for the test to read. */
export type Recordings = {
  applicationMenu: MenuDouble | null;
  readonly trays: Set<{
    readonly image: string;
    readonly toolTip: string;
    readonly menu: MenuDouble | null;
    emit(event: 'click' | 'action', ...values: unknown[]): unknown;
  }>;
  readonly notifications: (NotificationEntry & {
    emit(event: 'click' | 'action', ...values: unknown[]): unknown;
  })[];
  readonly dialogs: DialogEntry[];
  readonly dialogAnswers: unknown[];
  readonly openedLinks: string[];
  readonly shownPaths: string[];
  readonly schemes: CustomScheme[];
  clipboard: string;
  badgeCount: number;
  sandboxed: boolean;
  /** What the desktop says of the network; set by the test. */
  online: boolean;
};

export function createRecordings(): Recordings {
  return {
    applicationMenu: null,
    trays: new Set(),
    notifications: [],
    dialogs: [],
    dialogAnswers: [],
    openedLinks: [],
    shownPaths: [],
    schemes: [],
    clipboard: '',
    badgeCount: 0,
    sandboxed: false,
    online: true,
  };
}
