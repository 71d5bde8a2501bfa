import { useEffect, useState } from 'react';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Menu, type MenuEntry } from '../../../parts/overlays/menu.tsx';
import { PathText } from '../../../parts/path-text.tsx';
import { Status } from '../../../parts/status.tsx';
import { useApp } from '../../../state/app-state.ts';
import { callMain, failureOf, useCommand } from '../../../state/data/calls.ts';
import type { MappingDraft } from '../../../state/drafts/mapping-draft.ts';
import { useStore } from '../../../state/store.ts';
import type { SaveMapping } from './open-mapping.ts';
import { useReplaceDraft } from './open-mapping.ts';

type Props = { readonly draft: MappingDraft; readonly error: SaveMapping['error'] };

export function MappingBar({ draft, error }: Props) {
  const app = useApp();
  const { path } = draft;
  return (
    <div className="screen-note screen-note-bar">
      <p>
        {path === null ? (
          <bdi className="path-text">{t('push-mapping.untitled')}</bdi>
        ) : (
          <PathText path={path} />
        )}
      </p>
      <div className="button-line">
        <Button onClick={() => app.dialog.set({ kind: 'mapping-path', to: 'open' })}>
          {t('push-mapping.open')}
        </Button>
        <MoreMenu path={path} />
      </div>
      {error && !isChanged(error) && <InlineFailure error={error} />}
      {path !== null && <OnDisk key={path} path={path} draft={draft} saveError={error} />}
    </div>
  );
}

function MoreMenu({ path }: { readonly path: string | null }) {
  const app = useApp();
  const replace = useReplaceDraft();
  const show = useCommand('app.showInFolder');
  const template = useCommand('push.mapping.template', (text) => replace({ path: null, saved: null, text }));
  const ofFile = (named: string): readonly MenuEntry[] => [
    { label: t('push-mapping.saveAs'), run: () => app.dialog.set({ kind: 'mapping-path', to: 'save' }) },
    { label: t('common.showInFolder'), run: () => show.mutate({ path: named }) },
  ];
  const error = show.error ?? template.error;
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t('common.more')} />}
        entries={[
          ...(path === null ? [] : ofFile(path)),
          { label: t('push-mapping.newFile'), run: () => template.mutate({}) },
          { label: t('push-mapping.closeFile'), run: () => replace(null) },
        ]}
      />
      {error && <InlineFailure error={error} />}
    </>
  );
}

type DiskProps = {
  readonly path: string;
  readonly draft: MappingDraft;
  readonly saveError: Error | null;
};

const isChanged = (error: Error | null): boolean =>
  error !== null && failureOf(error).code === 'push/fileChanged';

function OnDisk({ path, draft, saveError }: DiskProps) {
  const { mapping } = useApp();
  const replace = useReplaceDraft();
  const { disk, error } = useDisk(path, saveError);
  if (error && !saveError) return <InlineFailure error={error} announce={false} />;
  if (disk === null) return null;
  const buttons = (
    <>
      <Button onClick={() => replace({ path, saved: disk, text: disk })}>{t('push-mapping.load')}</Button>
      <Button onClick={() => mapping.set({ ...draft, saved: disk })}>{t('push-mapping.replace')}</Button>
    </>
  );
  if (isChanged(saveError)) {
    return (
      <InlineFailure error={saveError} hint={t('push-mapping.replaceHint')}>
        {buttons}
      </InlineFailure>
    );
  }
  return (
    <div className="notice mapping-disk">
      <Status>
        <p>
          {t('push-mapping.changedOnDisk')} {t('push-mapping.replaceHint')}
        </p>
      </Status>
      <div className="button-line">{buttons}</div>
    </div>
  );
}

type Disk = {
  /** Content of the file if it differs from the saved draft, else null. */
  readonly disk: string | null;
  readonly error: Error | null;
};

type DiskState = Disk & {
  readonly against: string | null;
};

/**
 * Compares the draft with its file: first when the file is opened, then whenever the window
 * receives the focus or a save is rejected. A draft without changes is updated from the file.
 */
function useDisk(path: string, saveError: Error | null): Disk {
  const { mapping, connection } = useApp();
  const saved = useStore(mapping)?.saved ?? null;
  const [found, setFound] = useState<DiskState>({ disk: null, against: null, error: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rejected save reads the file again
  useEffect(() => {
    let cancelled = false;
    const check = async (): Promise<void> => {
      const before = mapping.get();
      try {
        const { text } = await callMain(connection.bridge, 'push.mapping.open', { path });
        const now = mapping.get();
        // The draft was saved while the file was read, so this text is outdated.
        if (cancelled || now?.path !== path || now.saved !== before?.saved) return;
        if (text !== now.saved && now.text === now.saved) mapping.set({ path, saved: text, text });
        setFound({ disk: text, against: now.saved, error: null });
      } catch (error) {
        if (cancelled) return;
        const failure = error instanceof Error ? error : new Error(String(error));
        setFound({ disk: null, against: mapping.get()?.saved ?? null, error: failure });
      }
    };
    const start = (): void => void check();
    start();
    window.addEventListener('focus', start);
    return () => {
      cancelled = true;
      window.removeEventListener('focus', start);
    };
  }, [path, saveError, mapping, connection]);
  const { disk, against, error } = found;
  if (against !== saved) return { disk: null, error: null };
  return { disk: disk === saved ? null : disk, error };
}
