import { useEffect, useState } from 'react';
import { useApp } from '../../state/app-state.ts';
import { ask } from '../../state/calls.ts';

type Disk = { readonly disk: string | null; readonly error: Error | null };

/**
 * What the file of the draft holds now, read when it is shown, when the window comes back, and after a save was refused.
 * A draft without changes of its own follows the file.
 */
export function useDisk(path: string, saveError: Error | null): Disk {
  const { mapping, connection } = useApp();
  const [state, setState] = useState<Disk>({ disk: null, error: null });
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
        setState({ disk: text, error: null });
      } catch (error) {
        if (!over) setState({ disk: null, error: error instanceof Error ? error : new Error(String(error)) });
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
  return state;
}
