import type {
  AboutPanelOptionsOptions,
  ActivationArguments,
  CustomScheme,
  NotificationAction,
  Rectangle,
} from 'electron';
import type { DialogEntry, NotificationEntry } from './control-contract.ts';
import type { MenuDouble } from './menu.ts';

/** Actions of the application on the desktop. */
export type Recordings = {
  applicationMenu: MenuDouble | null;
  popup: { readonly menu: MenuDouble; closed(): void } | null;
  readonly trays: Set<{
    readonly image: string;
    readonly toolTip: string;
    readonly menu: MenuDouble | null;
    emit(event: 'click' | 'drop-files', ...values: unknown[]): unknown;
  }>;
  readonly notifications: (Omit<NotificationEntry, 'actions'> & {
    readonly actions: readonly NotificationAction[];
    emit(event: 'click' | 'action', ...values: unknown[]): unknown;
  })[];
  /** Listeners for notification buttons on Windows. */
  readonly activations: ((activation: ActivationArguments) => void)[];
  readonly dialogs: DialogEntry[];
  readonly dialogAnswers: unknown[];
  readonly openedLinks: string[];
  readonly shownPaths: string[];
  readonly schemes: CustomScheme[];
  clipboard: string;
  badgeCount: number;
  /** Ids of active power save blockers. */
  readonly wakeful: Set<number>;
  /** Work area of each screen, the main screen first. */
  workAreas: readonly Rectangle[];
  /** Newest first. */
  recentDocuments: readonly string[];
  aboutPanel: AboutPanelOptionsOptions | null;
  /** Network state of the desktop, set by the test. */
  online: boolean;
};

export function createRecordings(): Recordings {
  return {
    applicationMenu: null,
    popup: null,
    trays: new Set(),
    notifications: [],
    activations: [],
    dialogs: [],
    dialogAnswers: [],
    openedLinks: [],
    shownPaths: [],
    schemes: [],
    clipboard: '',
    badgeCount: 0,
    wakeful: new Set(),
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    recentDocuments: [],
    aboutPanel: null,
    online: true,
  };
}
