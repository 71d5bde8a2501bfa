import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure, VersionChanges, VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { changeShownVersions } from '../../state/data/apps-data.ts';
import { CallFailed, runCommand, useLateFailure } from '../../state/data/calls.ts';

export type NotSwitched = { readonly version: VersionView; readonly failure: Failure };

export type ActiveSwitch = {
  readonly busy: ReadonlySet<number>;
  readonly error: unknown;
  readonly failed: readonly NotSwitched[];
  retry(): void;
  set(versions: readonly VersionView[], active: boolean): void;
  dismiss(): void;
};

const nothing = { error: null as unknown, failed: [] as readonly NotSwitched[], active: false };

/** Used by the list, because pending changes, failures and undo outlive their rows. */
export function useActiveSwitch(accountId: string): ActiveSwitch {
  const app = useApp();
  const queries = useQueryClient();
  const showLate = useLateFailure();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [wrong, setWrong] = useState(nothing);

  const change = async (versions: readonly VersionView[], active: boolean): Promise<VersionChanges> => {
    const versionIds = versions.map(({ id }) => id);
    const { bridge } = app.connection;
    const changes = await runCommand(bridge, 'apps.setActive', { accountId, versionIds, active });
    const done = new Set(changes.done);
    changeShownVersions(queries, accountId, (version) =>
      done.has(version.id) ? { ...version, isActive: active } : version,
    );
    return changes;
  };
  const undo = async (versions: readonly VersionView[], active: boolean): Promise<void> => {
    const [first] = notSwitched(versions, await change(versions, active));
    if (first) throw failureOfVersion(first);
  };
  const doneText = (versions: readonly VersionView[], active: boolean): string => {
    const [first] = versions;
    if (versions.length === 1 && first) {
      const version = { name: first.applicationName, version: first.version };
      return active ? t('apps.isOn', version) : t('apps.isOff', version);
    }
    const { length: count } = versions;
    return active ? t('apps.areOn', { count }) : t('apps.areOff', { count });
  };
  const set = async (wanted: readonly VersionView[], active: boolean): Promise<void> => {
    const ids = new Set(wanted.map(({ id }) => id));
    setBusy((before) => new Set([...before, ...ids]));
    setWrong(nothing);
    try {
      const changes = await change(wanted, active);
      const done = wanted.filter(({ id }) => changes.done.includes(id));
      const failed = notSwitched(wanted, changes);
      setWrong({ error: null, failed, active });
      if (failed[0]) showLate(failureOfVersion(failed[0]));
      if (done.length === 0) return;
      app.undo.offer({ text: () => doneText(done, active), undo: () => undo(done, !active) });
    } catch (error) {
      setWrong({ ...nothing, error });
      showLate(error);
    } finally {
      setBusy((before) => new Set([...before].filter((id) => !ids.has(id))));
    }
  };
  const { active: wantedState, ...shown } = wrong;
  return {
    ...{ busy, ...shown },
    retry: () =>
      void set(
        wrong.failed.map(({ version }) => version),
        wantedState,
      ),
    set: (versions, active) => {
      const wanted = versions.filter(({ id, isActive }) => isActive !== active && !busy.has(id));
      if (wanted.length > 0) void set(wanted, active);
    },
    dismiss: () => setWrong(nothing),
  };
}

function failureOfVersion({ version, failure }: NotSwitched): CallFailed {
  const message = t('apps.notChanged', { version: version.version, reason: failure.message });
  return new CallFailed({ ...failure, message });
}

function notSwitched(versions: readonly VersionView[], { failed }: VersionChanges): readonly NotSwitched[] {
  const failures = new Map(failed.map(({ versionId, failure }) => [versionId, failure]));
  return versions.flatMap((version) => {
    const failure = failures.get(version.id);
    return failure ? [{ version, failure }] : [];
  });
}
