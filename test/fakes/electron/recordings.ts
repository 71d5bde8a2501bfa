import type {
  AboutPanelOptionsOptions,
  ActivationArguments,
  CustomScheme,
  NotificationAction,
  Rectangle,
} from 'electron';
import type { DialogEntry, NotificationEntry } from './control-contract.ts';
import type { MenuDouble } from './menu.ts';

/** What the application did to the desktop, for the test to read. */
export type Recordings = {
  applicationMenu: MenuDouble | null;
  /** The menu that is open over a window. */
  popup: { readonly menu: MenuDouble; closed(): void } | null;
  readonly trays: Set<{
    readonly image: string;
    readonly toolTip: string;
    readonly menu: MenuDouble | null;
    emit(event: 'click' | 'action', ...values: unknown[]): unknown;
  }>;
  readonly notifications: (Omit<NotificationEntry, 'actions'> & {
    readonly actions: readonly NotificationAction[];
    emit(event: 'click' | 'action', ...values: unknown[]): unknown;
  })[];
  /** Who hears of a button of a notification on Windows. */
  readonly activations: ((activation: ActivationArguments) => void)[];
  readonly dialogs: DialogEntry[];
  readonly dialogAnswers: unknown[];
  readonly openedLinks: string[];
  readonly shownPaths: string[];
  readonly schemes: CustomScheme[];
  clipboard: string;
  badgeCount: number;
  /** What keeps the computer awake. */
  readonly wakeful: Set<number>;
  /** Of each screen, the main one first. */
  workAreas: readonly Rectangle[];
  /** The newest first. */
  recentDocuments: readonly string[];
  aboutPanel: AboutPanelOptionsOptions | null;
  /** What the desktop says of the network; set by the test. */
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
