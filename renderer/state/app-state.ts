import { createContext, useContext, useSyncExternalStore } from 'react';
import type {
  AccountBlock,
  AccountView,
  Failure,
  FolderView,
  PreferencesView,
  ServiceStatus,
  SystemIssuesView,
  UploadView,
} from '../../preload/page.ts';
import type { Connection } from '../bridge-connection.ts';
import { createFormat, type Format } from '../format.ts';
import { noPushProject, type PushProject, type TextPosition } from '../logic/push/project.ts';
import { noSimulation, type SimulatorDraft } from '../logic/push/simulator.ts';
import type { Keyboard } from '../logic/shortcuts.ts';
import type { StateFilter } from '../logic/uploads.ts';
import { pageLocale } from '../messages.ts';
import { type ActionRegistry, createActionRegistry } from './action-registry.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { createUploadsStore, type UploadsStore } from './data/uploads-store.ts';
import { createMappingDraft, type MappingDraftStore } from './drafts/mapping-draft.ts';
import { createStore, type Store, useStore } from './store.ts';
import { createUndoStore, type UndoStore } from './undo.ts';
import type { OpenDialog, UploadTarget } from './window/dialog.ts';
import { createRecentActions, type RecentActions } from './window/recent-actions.ts';
import { createScreenStore, type ScreenStore } from './window/screen-store.ts';
import { createSeenVersion, type SeenVersion } from './window/seen-version.ts';

export const builtInAccountId = 'built-in';

/** `failed` means that the first read failed, so that no data is available. */
export type Loading =
  | { readonly kind: 'loading' | 'ready' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type AppState = {
  readonly connection: Connection;
  readonly format: Store<Format>;
  readonly screen: ScreenStore;
  readonly search: Store<string>;
  /** Focuses the search field; null if the screen has none. */
  readonly focusSearch: Store<(() => void) | null>;
  readonly dialog: Store<OpenDialog | null>;
  /** Target of builds dropped on the current screen; null to ask. */
  readonly dropTarget: Store<UploadTarget | null>;
  readonly actions: ActionRegistry;
  readonly palette: Store<boolean>;
  readonly recentActions: RecentActions;
  readonly seenVersion: SeenVersion;
  readonly keyboard: Keyboard;
  readonly undo: UndoStore;
  /** Failure of an action whose row or dialog is no longer shown. Set until the user dismisses it. */
  readonly lateFailure: Store<unknown>;
  readonly announcer: Announcer;
  readonly loading: Store<Loading>;
  readonly uploads: UploadsStore;
  readonly stateFilter: Store<StateFilter>;
  readonly issues: Store<SystemIssuesView>;
  readonly paused: Store<boolean>;
  /** Reason why uploads to other computers are suspended; null if they are not. */
  readonly waiting: Store<Failure | null>;
  readonly blocks: Store<readonly AccountBlock[]>;
  readonly folders: Store<readonly FolderView[]>;
  readonly accounts: Store<readonly AccountView[]>;
  readonly service: Store<ServiceStatus>;
  readonly preferences: Store<PreferencesView | null>;
  readonly pushProject: Store<PushProject>;
  readonly mapping: MappingDraftStore;
  /** Position in the mapping text that is selected when the text is shown. */
  readonly mappingPosition: Store<TextPosition | null>;
  readonly simulator: Store<SimulatorDraft>;
  /** URLs of pictures that could not be loaded and are not requested again. */
  readonly brokenPictures: Set<string>;
  readonly lastRows: Map<string, string>;
};

export function createAppState(connection: Connection, page: Window): AppState {
  const preferences = createStore<PreferencesView | null>(null);
  return {
    connection,
    format: createStore(createFormat(pageLocale())),
    screen: createScreenStore(page),
    search: createStore(''),
    focusSearch: createStore<(() => void) | null>(null),
    dialog: createStore<OpenDialog | null>(null),
    dropTarget: createStore<UploadTarget | null>(null),
    actions: createActionRegistry(),
    palette: createStore(false),
    recentActions: createRecentActions(page),
    seenVersion: createSeenVersion(page),
    keyboard: { mac: /^Mac/.test(page.navigator.platform), inWindow: connection.inWindow },
    undo: createUndoStore(() => preferences.get()?.undoSeconds ?? null),
    lateFailure: createStore<unknown>(null),
    announcer: createAnnouncer(),
    loading: createStore<Loading>({ kind: 'loading' }),
    uploads: createUploadsStore(),
    stateFilter: createStore<StateFilter>('all'),
    issues: createStore<SystemIssuesView>({ quarantined: [], journal: null }),
    paused: createStore(false),
    waiting: createStore<Failure | null>(null),
    blocks: createStore<readonly AccountBlock[]>([]),
    folders: createStore<readonly FolderView[]>([]),
    accounts: createStore<readonly AccountView[]>([]),
    preferences,
    service: createStore<ServiceStatus>({
      running: false,
      state: 'stopped',
      url: null,
      exposure: null,
      mail: 'outbox',
      authority: null,
      failure: null,
    }),
    pushProject: createStore<PushProject>(noPushProject),
    mapping: createMappingDraft(page),
    mappingPosition: createStore<TextPosition | null>(null),
    simulator: createStore(noSimulation),
    brokenPictures: new Set(),
    lastRows: new Map(),
  };
}

export const AppContext = createContext<AppState | null>(null);

export function useApp(): AppState {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is used outside of AppContext');
  return app;
}

export const useFormat = (): Format => useStore(useApp().format);
export const useAccounts = (): readonly AccountView[] => useStore(useApp().accounts);
export const useFolders = (): readonly FolderView[] => useStore(useApp().folders);

export const useIsBuiltIn = (accountId: string): boolean =>
  useAccounts().some(({ id, kind }) => id === accountId && kind === 'built-in');

export function useActiveAccount(): AccountView | null {
  const accounts = useAccounts();
  return accounts.find((account) => account.active) ?? accounts[0] ?? null;
}

export function useUpload(id: string): UploadView | undefined {
  const { uploads } = useApp();
  return useSyncExternalStore(
    (listener) => uploads.subscribe(id, listener),
    () => uploads.get(id),
  );
}

export function useUploadList(): readonly UploadView[] {
  const { uploads } = useApp();
  return useSyncExternalStore(uploads.subscribeList, uploads.list);
}

export function useRunningUploads(): readonly UploadView[] {
  const { uploads } = useApp();
  return useSyncExternalStore(uploads.subscribeRunning, uploads.running);
}
