import { useState } from 'react';
import type { Failure, VersionView } from '../../../preload/page.ts';
import { mailedCount } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { useApp, useIsBuiltIn } from '../../state/app-state.ts';
import { CallFailed, callMain, failureOf, useLateFailure } from '../../state/data/calls.ts';

export type VersionActions = {
  readonly failure: Failure | null;
  readonly copied: boolean;
  readonly sendLabel: string;
  send(): void;
  askRemove(): void;
  /** Null if the service cannot change a release note. */
  readonly editNote: (() => void) | null;
  copyLink(): void;
  openLink(): void;
};

/** Returns a function that reads the install link of a version. It throws CallFailed if there is none. */
export function useInstallLink(accountId: string): (version: VersionView) => Promise<string> {
  const { bridge } = useApp().connection;
  return async ({ id }) => {
    const url = await callMain(bridge, 'apps.installLink', { accountId, versionId: id });
    if (url !== null) return url;
    throw new CallFailed({ code: 'renderer/no-install-link', message: t('apps.noLink'), remedy: 'none' });
  };
}

type Result = { readonly copied: boolean; readonly failure: Failure | null };
const nothing: Result = { copied: false, failure: null };

export function useVersionActions(accountId: string, version: VersionView): VersionActions {
  const app = useApp();
  const { bridge } = app.connection;
  const installLink = useInstallLink(accountId);
  const showLate = useLateFailure();
  const isBuiltIn = useIsBuiltIn(accountId);
  const [result, setResult] = useState(nothing);
  const withLink = async (then: (url: string) => Promise<Result>): Promise<void> => {
    setResult(nothing);
    try {
      setResult(await then(await installLink(version)));
    } catch (error) {
      setResult({ copied: false, failure: failureOf(error) });
      showLate(error);
    }
  };
  return {
    ...result,
    sendLabel: mailedCount(version.mail) > 0 ? t('apps.sendAgain') : t('apps.send'),
    send: () => app.dialog.set({ kind: 'send', accountId, version }),
    editNote: isBuiltIn ? () => app.dialog.set({ kind: 'note', version }) : null,
    askRemove: () => app.dialog.set({ kind: 'remove-versions', accountId, versions: [version] }),
    copyLink: () =>
      void withLink(async (text) => {
        await callMain(bridge, 'app.copyText', { text });
        return { copied: true, failure: null };
      }),
    openLink: () =>
      void withLink(async (url) => {
        await callMain(bridge, 'app.openLink', { url });
        return nothing;
      }),
  };
}
