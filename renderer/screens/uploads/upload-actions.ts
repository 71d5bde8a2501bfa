import type { Failure, UploadView } from '../../../preload/page.ts';
import { isCopy } from '../../logic/file-path.ts';
import { uploadAction } from '../../logic/remedy.ts';
import {
  canPause,
  currentPath,
  displayName,
  groupOf,
  isAsking,
  isRunning,
  isSentAgain,
  obstacleOf,
  queueOf,
  waitsForService,
} from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import type { MenuEntry } from '../../parts/overlays/menu.tsx';
import { useApp, useIsBuiltIn } from '../../state/app-state.ts';
import { CallFailed, failureOf, useCommand } from '../../state/data/calls.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { useStore } from '../../state/store.ts';

type MenuAction = Exclude<MenuEntry, 'separator'>;

export type UploadActions = {
  readonly primaryAction: MenuAction | null;
  /** Actions if the upload waits for the user or for its service; else null. */
  readonly answers: readonly MenuAction[] | null;
  readonly needsService: boolean;
  readonly main: readonly MenuAction[];
  readonly menu: readonly MenuEntry[];
  readonly remove: (() => void) | null;
  readonly busy: boolean;
  readonly failure: Failure | null;
};

export function useUploadActions(upload: UploadView): UploadActions {
  const app = useApp();
  const retry = useCommand('uploads.retry');
  const cancel = useCommand('uploads.cancel');
  const answer = useCommand('uploads.answer');
  const show = useCommand('app.showInFolder');
  const copy = useCommand('app.copyText');
  const open = useCommand('app.openLink');
  const queue = useQueueActions(upload);
  const openVersion = useOpenVersion(upload);
  const start = useStartService();
  const isOwn = useIsBuiltIn(upload.accountId);
  const isServiceOff = !useStore(app.service).running && isOwn;
  const nextAction = useNextAction(upload, isServiceOff);
  const remove = useRemoveUpload();
  const { id, state, target } = upload;
  const link = target?.installLink ?? null;
  const account = app.accounts.get().find((each) => each.id === upload.accountId) ?? null;
  const openAccount = (): void => app.dialog.set({ kind: 'account', account });
  const path = currentPath(upload);
  const needsService = isServiceOff && waitsForService(upload);

  const retryEntry = {
    label: t('common.retry'),
    command: 'retry',
    icon: 'uploads',
    run: () => retry.mutate({ id }),
  } as const;
  const showEntry: MenuAction = {
    label: t('uploads.showInFolder'),
    icon: 'folders',
    run: () => path !== null && show.mutate({ path }),
  };
  const likelyByAction = {
    retry: retryEntry,
    'sign-in': { label: t('uploads.signIn'), run: openAccount },
    'edit-account': { label: t('uploads.editAccount'), run: openAccount },
    'show-in-folder': showEntry,
  };
  const action = state === 'failed' ? uploadAction(upload.failure) : null;
  const [yes, no] =
    state === 'ready'
      ? [t('uploads.uploadNow'), t('uploads.notNow')]
      : [t('uploads.sendAnyway'), t('uploads.doNotSend')];
  const yesEntry = { label: yes, run: () => answer.mutate({ id, send: true }) };
  const noEntry = { label: no, run: () => answer.mutate({ id, send: false }) };
  const menu: MenuEntry[] = [];
  const main: MenuAction[] = [];
  const startEntry: MenuAction = {
    label: t('uploads.startService'),
    icon: 'service',
    run: () => start.mutate({}),
  };
  if (needsService || (isServiceOff && link !== null)) menu.push(startEntry);
  menu.push(...nextAction.actions);
  if (action === 'sign-in' || action === 'edit-account') menu.push(likelyByAction[action]);
  if (state === 'failed' || state === 'cancelled' || state === 'retrying') menu.push(retryEntry);
  if (isAsking(state)) menu.push(yesEntry, noEntry);
  menu.push(...queue.menu);
  if (canCancel(state))
    menu.push({ label: t('uploads.cancel'), icon: 'cancelled', run: () => cancel.mutate({ id }) });
  if (canSend(upload) && !isServiceOff) {
    const label = upload.activate ? sendLabel(upload) : t('uploads.switchOnAndSend');
    const isFirst = nextAction.actions.some((each) => each.label === label);
    if (!isFirst)
      main.push({
        label,
        command: 'send',
        icon: 'mail',
        run: () => app.dialog.set({ kind: 'send-again', upload }),
      });
  }
  if (link !== null) {
    menu.push({
      label: t('uploads.copyLink'),
      command: 'copyLink',
      icon: 'link',
      run: () => copy.mutate({ text: link }),
    });
    if (!isServiceOff) menu.push({ label: t('uploads.openLink'), run: () => open.mutate({ url: link }) });
  }
  if (path !== null && !isCopy(path)) main.push(showEntry);
  menu.push(...main);
  if (openVersion) menu.push(openVersion);
  if (!isRunning(state))
    menu.push('separator', {
      label: t('uploads.remove'),
      command: 'remove',
      icon: 'close',
      run: () => remove(upload),
    });

  const error =
    [retry, cancel, answer, show, copy, open, start].find((each) => each.error)?.error ??
    queue.error ??
    nextAction.error;
  return {
    primaryAction: isAsking(state)
      ? yesEntry
      : ((action && likelyByAction[action]) ?? nextAction.actions[0] ?? null),
    answers: isAsking(state) ? [yesEntry, noEntry] : needsService ? [startEntry] : null,
    needsService,
    main,
    menu,
    remove: isRunning(state) ? null : () => remove(upload),
    busy: [retry, cancel, answer, start].some(({ isPending }) => isPending) || nextAction.busy,
    failure: error ? failureOf(error) : null,
  };
}

function useQueueActions(upload: UploadView): {
  readonly menu: readonly MenuEntry[];
  readonly error: unknown;
} {
  const app = useApp();
  const pause = useCommand('uploads.pauseOne');
  const resume = useCommand('uploads.resumeOne');
  const move = useCommand('uploads.move');
  const { id, state } = upload;
  const menu: MenuEntry[] = [];
  const pauseIt = (): void =>
    state === 'uploading' ? app.dialog.set({ kind: 'pause-upload', upload }) : pause.mutate({ id });
  if (canPause(state)) menu.push({ label: t('uploads.pauseOne'), icon: 'paused', run: pauseIt });
  if (state === 'paused' && (upload.pausedIndividually || !app.paused.get()))
    menu.push({ label: t('uploads.resumeOne'), icon: 'play', run: () => resume.mutate({ id }) });
  if (groupOf(state) === 'queued') {
    const first = (): string | null =>
      queueOf(app.uploads.running()).find((other) => other.id !== id)?.id ?? null;
    menu.push({ label: t('uploads.moveFirst'), run: () => move.mutate({ id, beforeId: first() }) });
    menu.push({ label: t('uploads.moveLast'), run: () => move.mutate({ id, beforeId: null }) });
  }
  return { menu, error: [pause, resume, move].find((each) => each.error)?.error };
}

function useNextAction(
  upload: UploadView,
  isServiceOff: boolean,
): {
  readonly actions: readonly MenuAction[];
  readonly busy: boolean;
  readonly error: unknown;
} {
  const app = useApp();
  const { mail } = useStore(app.service);
  const activate = useCommand('apps.setActive');
  const start = useStartService();
  const { setUpMail } = useNextActions();
  const { accountId, target } = upload;
  const isOwn = useIsBuiltIn(accountId);
  const obstacle = obstacleOf(upload);
  const [failed] = activate.data?.failed ?? [];
  const state = {
    busy: activate.isPending || start.isPending,
    error: start.error ?? activate.error ?? (failed && new CallFailed(failed.failure)),
  };
  if (obstacle === null || target === null) return { actions: [], ...state };
  if (obstacle === 'inactive') {
    const activateIt = (): void =>
      activate.mutate({ accountId, versionIds: [target.versionId], active: true });
    const run = isServiceOff ? () => start.mutate({}, { onSuccess: activateIt }) : activateIt;
    return {
      actions: [{ label: t('uploads.activateNow'), command: 'activate', icon: 'check', run }],
      ...state,
    };
  }
  const mailAction =
    mail === 'outbox'
      ? { label: t('uploads.setUpMail'), icon: 'mail' as const, run: () => setUpMail() }
      : {
          label: sendLabel(upload),
          command: 'send' as const,
          icon: 'mail' as const,
          run: () => app.dialog.set({ kind: 'send-again', upload }),
        };
  const needsMail = obstacle === 'not-mailed' || obstacle === 'refused';
  const canMail = mail === 'outbox' || !isServiceOff;
  return { actions: isOwn && needsMail && canMail ? [mailAction] : [], ...state };
}

function useOpenVersion({ accountId, area, target }: UploadView): MenuAction | null {
  const app = useApp();
  const use = useCommand('accounts.use');
  if (target === null) return null;
  const { applicationId, versionId } = target;
  const go = (): void => {
    app.search.set('');
    app.screen.go(
      area === 'appstore'
        ? { kind: 'store', profileId: applicationId, open: versionId }
        : { kind: 'apps', applicationId, open: versionId },
    );
  };
  const isInUse = app.accounts.get().some((each) => each.id === accountId && each.active);
  return {
    label: area === 'appstore' ? t('uploads.showInStore') : t('uploads.showInApps'),
    icon: area === 'appstore' ? 'store' : 'apps',
    run: () => (isInUse ? go() : use.mutate({ id: accountId }, { onSuccess: go })),
  };
}

/** Returns true if the upload can be cancelled and is not waiting for an answer. */
export const canCancel = (state: UploadView['state']): boolean => isRunning(state) && !isAsking(state);

const sendLabel = (upload: UploadView): string =>
  isSentAgain(upload) ? t('uploads.sendAgain') : t('apps.send');

function canSend({ state, target, area }: UploadView): boolean {
  return (state === 'done' || state === 'already-there') && target !== null && area === 'testingdist';
}

export function useRemoveUpload(): (upload: UploadView) => void {
  const app = useApp();
  const remove = useCommand('uploads.remove');
  const restore = useCommand('uploads.restore');
  return (upload) => {
    if (isRunning(upload.state)) return;
    const { id } = upload;
    const text = (): string => t('uploads.removed', { name: displayName(upload) });
    const undo = (): Promise<null> => restore.mutateAsync({ id });
    remove.mutate({ id }, { onSuccess: () => app.undo.offer({ text, undo, persistent: true }) });
  };
}
