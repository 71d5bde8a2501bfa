/** What a person can do with versions, the same in rows, details and for several at once. */
import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationView, Failure, VersionChanges, VersionView } from '../../../preload/contract.ts';
import { useApp, useFormat } from '../../state/app-state.ts';
import { failureOf, useAsk } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';

type Failed = VersionChanges['failed'];

/** Changes versions of the application that is shown, until it is read again. */
export function usePutVersions(
  accountId: string,
  applicationId: number,
): (ids: readonly number[], change: Partial<VersionView>) => void {
  const queries = useQueryClient();
  return (ids, change) => {
    const changed = new Set(ids);
    queries.setQueryData<ApplicationView>(
      ['apps', accountId, 'one', applicationId],
      (application) =>
        application && {
          ...application,
          versions: application.versions.map((each) =>
            changed.has(each.id) ? { ...each, ...change } : each,
          ),
        },
    );
  };
}

export type ActiveSwitch = {
  readonly busy: boolean;
  readonly error: Error | null;
  /** Which could not be switched, or not switched back. */
  readonly failed: Failed;
  set(versions: readonly VersionView[], active: boolean): void;
  dismiss(): void;
};

/** Switches versions of one application on and off at once, and offers to take it back. */
export function useActiveSwitch(accountId: string, applicationId: number): ActiveSwitch {
  const app = useApp();
  const format = useFormat();
  const put = usePutVersions(accountId, applicationId);
  const change = useAsk('apps.setActive', ({ done }, { active }) => put(done, { isActive: active }));
  const said = (versions: readonly VersionView[], active: boolean): string => {
    const [first] = versions;
    if (versions.length === 1 && first) {
      return (active ? words.isOn : words.isOff)(first.applicationName, first.version);
    }
    return (active ? words.areOn : words.areOff)(format.count(versions.length));
  };
  const offerUndo = (versions: readonly VersionView[], active: boolean): void => {
    if (versions.length === 0) return;
    const versionIds = versions.map(({ id }) => id);
    app.undo.offer({
      text: said(versions, active),
      undo: () => change.mutate({ accountId, versionIds, active: !active }),
    });
  };
  return {
    busy: change.isPending,
    error: change.error,
    failed: change.data?.failed ?? [],
    set: (versions, active) => {
      const wanted = versions.filter((version) => version.isActive !== active);
      if (wanted.length === 0 || change.isPending) return;
      const versionIds = wanted.map(({ id }) => id);
      change.mutate(
        { accountId, versionIds, active },
        {
          onSuccess: ({ done }) => {
            const changed = new Set(done);
            offerUndo(
              wanted.filter(({ id }) => changed.has(id)),
              active,
            );
          },
        },
      );
    },
    dismiss: change.reset,
  };
}

export type VersionActions = {
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly copied: boolean;
  setActive(active: boolean): void;
  send(): void;
  askRemove(): void;
  copyLink(): void;
  openLink(): void;
};

export function useVersionActions(accountId: string, version: VersionView): VersionActions {
  const app = useApp();
  const active = useActiveSwitch(accountId, version.applicationId);
  const copy = useAsk('app.copyText');
  const open = useAsk('app.openLink');
  const link = useAsk('apps.installLink');
  const withLink = (then: (url: string) => void): void =>
    link.mutate({ accountId, versionId: version.id }, { onSuccess: (url) => url !== null && then(url) });
  const error = active.error ?? [copy, open, link].find((each) => each.error)?.error;
  const noLink: Failure | null =
    link.isSuccess && link.data === null
      ? { code: 'renderer/no-install-link', message: words.noLink, remedy: 'none' }
      : null;
  return {
    busy: active.busy,
    failure: error ? failureOf(error) : (active.failed[0]?.failure ?? noLink),
    copied: copy.isSuccess,
    setActive: (on) => active.set([version], on),
    send: () => app.dialog.set({ kind: 'send', accountId, version }),
    askRemove: () => app.dialog.set({ kind: 'remove-versions', accountId, versions: [version] }),
    copyLink: () => withLink((url) => copy.mutate({ text: url })),
    openLink: () => withLink((url) => open.mutate({ url })),
  };
}
