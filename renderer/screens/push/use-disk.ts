import { useEffect, useState } from 'react';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/calls.ts';
import { useStore } from '../../state/store.ts';

type Disk = {
  /** What the file holds, where that is not what the draft was opened or saved with; else null. */
  readonly disk: string | null;
  readonly error: Error | null;
};

type Look = Disk & {
  /** What the draft was saved as when the file was read: a later save makes that reading old. */
  readonly against: string | null;
};

/**
 * What the file of the draft holds now, read when it is shown, when the window comes back, and after a save was refused.
 * A draft without changes of its own follows the file.
 */
export function useDisk(path: string, saveError: Error | null): Disk {
  const { mapping, connection } = useApp();
  const saved = useStore(mapping)?.saved ?? null;
  const [found, setFound] = useState<Look>({ disk: null, against: null, error: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused save is a reason to look again
  useEffect(() => {
    let over = false;
    const look = async (): Promise<void> => {
      const before = mapping.get();
      try {
        const { text } = await ask(connection.bridge, 'push.mapping.open', { path });
        const now = mapping.get();
        // Saved meanwhile: what was read is older than that.
        if (over || now?.path !== path || now.saved !== before?.saved) return;
        if (text !== now.saved && now.text === now.saved) mapping.set({ path, saved: text, text });
        setFound({ disk: text, against: now.saved, error: null });
      } catch (error) {
        if (over) return;
        const failure = error instanceof Error ? error : new Error(String(error));
        setFound({ disk: null, against: mapping.get()?.saved ?? null, error: failure });
      }
    };
    const start = (): void => void look();
    start();
    window.addEventListener('focus', start);
    return () => {
      over = true;
      window.removeEventListener('focus', start);
    };
  }, [path, saveError, mapping, connection]);
  const { disk, against, error } = found;
  if (against !== saved) return { disk: null, error: null };
  return { disk: disk === saved ? null : disk, error };
}
