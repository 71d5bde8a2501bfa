/** Synchronises the stores with main: reads everything once, then applies events. */
import type { QueryClient } from '@tanstack/react-query';
import type { AccountView } from '../../../preload/page.ts';
import { createFormat } from '../../format.ts';
import { parseInvitation } from '../../logic/drafts/invitation.ts';
import { parseScreen } from '../../logic/screen.ts';
import { loadPageLanguage, pageLocale, t } from '../../messages.ts';
import { type AppState, builtInAccountId } from '../app-state.ts';
import { updateVersions } from './apps-data.ts';
import { callMain, failureOf, invalidate, queryKeyOf } from './calls.ts';
import { addRequests, invalidateAllOfService, invalidateService } from './service-data.ts';
import { translateFailures } from './shown-failures.ts';

export const appCalls = ['apps.list', 'apps.get', 'apps.version'] as const;
export const storeCalls = ['store.list', 'store.get', 'store.link'] as const;

export function followMain(app: AppState, queries: QueryClient): () => void {
  const { bridge } = app.connection;
  const stops = [
    bridge.on('uploads.changed', (upload) => {
      app.announcer.changed(app.uploads.get(upload.id), upload);
      app.uploads.put(upload);
    }),
    bridge.on('uploads.removed', ({ id }) => app.uploads.drop(id)),
    bridge.on('uploads.evicted', ({ id }) => {
      app.uploads.drop(id);
      void queries.invalidateQueries({ queryKey: ['history-hidden'] });
    }),
    bridge.on('app.issues', app.issues.set),
    bridge.on('uploads.progress', app.uploads.progress),
    bridge.on('uploads.paused', app.paused.set),
    bridge.on('uploads.blocks', app.blocks.set),
    bridge.on('folders.changed', app.folders.set),
    bridge.on('accounts.changed', (accounts) => {
      const before = app.accounts.get();
      app.accounts.set(accounts.map(named));
      for (const { id, session } of accounts) {
        const was = before.find((account) => account.id === id)?.session;
        if (session === 'signed-in' && was !== session) invalidateFailed(queries, id);
      }
    }),
    bridge.on('service.changed', (status) => {
      app.service.set(status);
      invalidateAllOfService(queries);
      if (status.running) invalidateFailed(queries);
    }),
    bridge.on('service.dataChanged', ({ what }) => {
      invalidateService(queries, what);
      const accountId = builtInAccountId;
      if (what === 'people') invalidate(queries, ['apps.people'], { accountId });
      // Versions contain the delivery state of their messages, so they have changed too.
      if (what === 'outbox') invalidate(queries, appCalls, { accountId });
    }),
    bridge.on('service.requested', (added) => addRequests(queries, added)),
    bridge.on('updates.changed', (view) => queries.setQueryData(queryKeyOf('updates.status'), view)),
    bridge.on('network.changed', (view) => {
      const { connection } = view;
      queries.setQueryData(queryKeyOf('network.get'), view);
      const wasWaiting = app.waiting.get() !== null;
      app.waiting.set(connection.waiting);
      if (connection.waiting !== null) return;
      if (wasWaiting) void queries.invalidateQueries();
      else invalidateFailed(queries);
    }),
    bridge.on('settings.changed', app.preferences.set),
    bridge.on('apps.changed', ({ accountId, versions }) => {
      if (accountId === builtInAccountId) invalidateService(queries, 'overview');
      if (versions !== null) {
        updateVersions(queries, accountId, versions);
        return;
      }
      // For a service without a directory, the recipients of versions are its people.
      invalidate(queries, [...appCalls, 'apps.people'], { accountId });
      if (accountId === builtInAccountId) invalidateService(queries, 'people');
    }),
    bridge.on('app.openScreen', ({ address }) => openAddress(app, address)),
    bridge.on('store.changed', ({ accountId }) => {
      invalidate(queries, storeCalls, { accountId });
      if (accountId === builtInAccountId) invalidateService(queries, 'overview');
    }),
    bridge.on('app.language', ({ locale }) => {
      void changeLanguage(locale, app).then(
        () => reloadAll(app, queries),
        () => window.location.reload(),
      );
    }),
    app.connection.onReconnect(() => reloadAll(app, queries)),
  ];
  void readEverything(app);
  return () => {
    for (const stop of stops) stop();
  };
}

async function changeLanguage(locale: string, app: AppState): Promise<void> {
  document.documentElement.lang = locale;
  await Promise.all([loadPageLanguage(), translateFailures(app.connection.bridge)]);
  app.format.set(createFormat(pageLocale()));
}

function reloadAll(app: AppState, queries: QueryClient): void {
  void readEverything(app);
  void queries.invalidateQueries();
}

/** Replaces the name of the built-in account with the translated name of the service screen. */
function named(account: AccountView): AccountView {
  return account.kind === 'built-in' ? { ...account, name: t('common.screen.service') } : account;
}

/** Invalidates failed queries. With `accountId`, only queries of this account. */
function invalidateFailed(queries: QueryClient, accountId?: string): void {
  void queries.invalidateQueries({
    predicate: ({ state, queryKey }) =>
      state.status === 'error' && (accountId === undefined || isOfAccount(queryKey[1], accountId)),
  });
}

const isOfAccount = (values: unknown, accountId: string): boolean =>
  typeof values === 'object' && values !== null && 'accountId' in values && values.accountId === accountId;

/** Reads all data again. If that fails, the old data stays and the screen shows the failure. */
export async function readEverything(app: AppState): Promise<void> {
  const { bridge } = app.connection;
  const replaceUploads = app.uploads.startReplace();
  try {
    const [uploads, paused, blocks, folders, accounts, service, network, issues, preferences] =
      await Promise.all([
        callMain(bridge, 'uploads.list', {}),
        callMain(bridge, 'uploads.paused', {}),
        callMain(bridge, 'uploads.blocks', {}),
        callMain(bridge, 'folders.list', {}),
        callMain(bridge, 'accounts.list', {}),
        callMain(bridge, 'service.status', {}),
        callMain(bridge, 'network.get', {}),
        callMain(bridge, 'app.issues', {}),
        callMain(bridge, 'settings.get', {}),
      ]);
    replaceUploads(uploads);
    app.paused.set(paused);
    app.blocks.set(blocks);
    app.folders.set(folders);
    app.accounts.set(accounts.map(named));
    app.service.set(service);
    app.waiting.set(network.connection.waiting);
    app.issues.set(issues);
    app.preferences.set(preferences);
    app.loading.set({ kind: 'ready' });
  } catch (error) {
    if (app.loading.get().kind !== 'ready') app.loading.set({ kind: 'failed', failure: failureOf(error) });
  }
}

/** Opens a screen, or an invitation unless another dialog is open. */
function openAddress({ screen, dialog }: AppState, address: string): void {
  const invitation = parseInvitation(address);
  if (!invitation) screen.go(parseScreen(address));
  else if (!dialog.get()) dialog.set({ kind: 'account', account: null, invitation });
}
