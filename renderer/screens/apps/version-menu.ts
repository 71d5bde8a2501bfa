import { useState } from 'react';
import type { Failure, VersionView } from '../../../preload/page.ts';
import type { MenuEntry } from '../../state/action-registry.ts';
import { failureOf, useLateFailure } from '../../state/data/calls.ts';
import type { ActiveSwitch } from './active-switch.ts';
import { useVersionCommands, type VersionCommand } from './version-commands.ts';

type Result = { readonly copied: boolean; readonly failure: Failure | null };
const nothing: Result = { copied: false, failure: null };

/** Returns the menu of a version, and the result of the last command. */
export function useVersionMenu(
  accountId: string,
  active: ActiveSwitch,
  version: VersionView,
): Result & { readonly entries: readonly MenuEntry[] } {
  const showLate = useLateFailure();
  const commands = useVersionCommands(accountId, active);
  const [result, setResult] = useState(nothing);
  const run = async (command: VersionCommand): Promise<void> => {
    setResult(nothing);
    try {
      await command.run();
      setResult({ copied: command.verb === 'copyLink', failure: null });
    } catch (error) {
      setResult({ copied: false, failure: failureOf(error) });
      showLate(error);
    }
  };
  const entries = commands(version).flatMap((command): readonly MenuEntry[] => {
    const isRemove = command.verb === 'remove';
    const entry = { ...command, danger: isRemove, run: () => void run(command) };
    return isRemove ? ['separator', entry] : [entry];
  });
  return { ...result, entries };
}
