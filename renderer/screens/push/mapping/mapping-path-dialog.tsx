import { useState } from 'react';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/fields/fields.tsx';
import { FormDialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useAnswer, useAsk } from '../../../state/data/calls.ts';
import { useStore } from '../../../state/store.ts';
import { RecentProjects } from '../project/project-chooser.tsx';
import { useReplaceDraft } from './open-mapping.ts';

type Props = { readonly to: 'open' | 'save'; readonly onClose: () => void };

/** Which file is opened, or where the draft is saved: a path, or the place in a project. */
export function MappingPathDialog({ to, onClose }: Props) {
  const { mapping, place, pushProject, connection } = useApp();
  const { folder } = useStore(pushProject);
  const replace = useReplaceDraft();
  const [typed, setPath] = useState(to === 'save' ? (mapping.get()?.path ?? null) : null);
  const ofProject = useAnswer(
    ['push', 'mapping-path', folder],
    'push.mapping.pathIn',
    { folder: folder ?? '' },
    { enabled: folder !== null },
  );
  const path = typed ?? ofProject.data ?? '';
  const [problem, setProblem] = useState<string | undefined>();
  const name = (next: string): void => {
    setPath(next);
    setProblem(undefined);
  };
  const pathIn = useAsk('push.mapping.pathIn', name);
  const choose = useAsk('folders.choose', (folder) => folder !== null && pathIn.mutate({ folder }));
  const open = useAsk('push.mapping.open', ({ path: opened, text }) => {
    replace({ path: opened, saved: text, text });
    onClose();
  });
  const save = useAsk('push.mapping.save', ({ path: saved, text }) => {
    const now = mapping.get();
    if (now) mapping.set({ ...now, path: saved, saved: text });
    onClose();
  });
  const busy = open.isPending || save.isPending;
  const error = open.error ?? save.error ?? pathIn.error ?? choose.error;
  const submit = (): void => {
    const named = path.trim();
    const draft = mapping.get();
    if (named === '') setProblem(t('push-mapping.pathMissing'));
    else if (to === 'open') open.mutate({ path: named });
    else if (draft) {
      save.mutate({ path: named, before: named === draft.path ? draft.saved : null, text: draft.text });
    }
    if (named !== '') place.go({ kind: 'push', tab: 'mapping' });
  };
  return (
    <FormDialog
      title={to === 'open' ? t('push-mapping.openTitle') : t('push-mapping.saveTitle')}
      button={
        to === 'open'
          ? t('push-mapping.openButton')
          : busy
            ? t('push-mapping.saving')
            : t('push-mapping.save')
      }
      disabled={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('push-mapping.path')}
        required
        hint={t('push-mapping.pathHint')}
        error={problem}
        dir="auto"
        value={path}
        onText={name}
      />
      {connection.inWindow && (
        <div className="button-line">
          <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
            {t('push-mapping.chooseProject')}
          </Button>
        </div>
      )}
      <RecentProjects title={t('push.recent')} onChoose={(folder) => pathIn.mutate({ folder })} />
    </FormDialog>
  );
}
