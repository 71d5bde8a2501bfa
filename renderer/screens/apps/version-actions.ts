/** What a person can do with one version, the same in its row and its details. */
import type { Failure, VersionView } from '../../../preload/contract.ts';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useAsk } from '../../state/calls.ts';
import { words } from '../../words/apps.ts';

export type VersionActions = {
  readonly failure: Failure | null;
  readonly copied: boolean;
  send(): void;
  askRemove(): void;
  copyLink(): void;
  openLink(): void;
};

/** What is said where there is no install link. */
export const noInstallLink: Failure = {
  code: 'renderer/no-install-link',
  message: words.noLink,
  remedy: 'none',
};

export function useVersionActions(accountId: string, version: VersionView): VersionActions {
  const app = useApp();
  const copy = useAsk('app.copyText');
  const open = useAsk('app.openLink');
  const link = useAsk('apps.installLink');
  const withLink = (then: (url: string) => void): void =>
    link.mutate({ accountId, versionId: version.id }, { onSuccess: (url) => url !== null && then(url) });
  const error = [copy, open, link].find((each) => each.error)?.error;
  const noLink = link.isSuccess && link.data === null ? noInstallLink : null;
  return {
    failure: error ? failureOf(error) : noLink,
    copied: copy.isSuccess,
    send: () => app.dialog.set({ kind: 'send', accountId, version }),
    askRemove: () => app.dialog.set({ kind: 'remove-versions', accountId, versions: [version] }),
    copyLink: () => withLink((url) => copy.mutate({ text: url })),
    openLink: () => withLink((url) => open.mutate({ url })),
  };
}
