/** What a person can do with a version, the same in its row and its details. */
import { useQueryClient } from '@tanstack/react-query';
import type { Failure, TestApplication, TestVersion } from '../../../preload/contract.ts';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useAsk } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';

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

/** Puts a changed version in its place in the application that is shown. */
export function usePutVersion(accountId: string): (version: TestVersion) => void {
  const queries = useQueryClient();
  return (version) => {
    queries.setQueryData<TestApplication>(
      ['apps', accountId, 'one', version.applicationId],
      (application) =>
        application && {
          ...application,
          profiles: application.profiles.map((each) =>
            each.id === version.id ? { ...each, ...version } : each,
          ),
        },
    );
    void queries.invalidateQueries({ queryKey: ['apps', accountId, 'list'] });
  };
}

export function useVersionActions(accountId: string, version: TestVersion): VersionActions {
  const app = useApp();
  const put = usePutVersion(accountId);
  const activate = useAsk('apps.activate', put);
  const deactivate = useAsk('apps.deactivate', put);
  const copy = useAsk('app.copyText');
  const open = useAsk('app.openLink');
  const link = useAsk('apps.installLink');
  const values = { accountId, versionId: version.id };
  const withLink = (then: (url: string) => void): void =>
    link.mutate(values, { onSuccess: (url) => url !== null && then(url) });
  const error = [activate, deactivate, copy, open, link].find((each) => each.error)?.error;
  const noLink: Failure | null =
    link.isSuccess && link.data === null
      ? { code: 'renderer/no-install-link', message: words.noLink, remedy: 'none' }
      : null;
  return {
    busy: activate.isPending || deactivate.isPending,
    failure: error ? failureOf(error) : noLink,
    copied: copy.isSuccess,
    setActive: (active) => {
      activate.reset();
      deactivate.reset();
      (active ? activate : deactivate).mutate(values);
    },
    send: () => app.dialog.set({ kind: 'send', accountId, version }),
    askRemove: () => app.dialog.set({ kind: 'remove-version', accountId, version }),
    copyLink: () => withLink((url) => copy.mutate({ text: url })),
    openLink: () => withLink((url) => open.mutate({ url })),
  };
}
