import { useEffect, useState } from 'react';
import type { Bridge, Failure, PackageInfo } from '../../../../preload/page.ts';
import { useApp } from '../../../state/app-state.ts';
import { callMain, failureOf, pathOf } from '../../../state/data/calls.ts';

export type DroppedFile = { readonly file: File } & (
  | { readonly kind: 'copying' | 'reading' }
  | { readonly kind: 'ready'; readonly path: string; readonly info: PackageInfo }
  | { readonly kind: 'failed'; readonly failure: Failure }
);

/** Returns the state of each file, in the order of `files`. Reads each file only once. */
export function useDroppedFiles(files: readonly File[]): readonly DroppedFile[] {
  const { bridge } = useApp().connection;
  const [states, setKnown] = useState<ReadonlyMap<File, DroppedFile>>(new Map());
  const [started] = useState(() => new Set<File>());
  useEffect(() => {
    for (const file of files) {
      if (started.has(file)) continue;
      started.add(file);
      void readFile(bridge, file, (state) => setKnown((before) => new Map(before).set(file, state)));
    }
  }, [bridge, files, started]);
  return files.map((file) => states.get(file) ?? { file, kind: 'copying' });
}

async function readFile(bridge: Bridge, file: File, report: (state: DroppedFile) => void): Promise<void> {
  try {
    const path = await pathOf(bridge, file);
    report({ file, kind: 'reading' });
    report({
      file,
      kind: 'ready',
      path,
      info: await callMain(bridge, 'uploads.inspect', { path }),
    });
  } catch (error) {
    report({ file, kind: 'failed', failure: failureOf(error) });
  }
}

export function withoutRepeats(files: readonly File[]): readonly File[] {
  const keys = new Set<string>();
  return files.filter((file) => {
    const key = `${file.name}\n${file.size}\n${file.lastModified}`;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}
