import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/fields/fields.tsx';
import { FormDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { useForm } from '../../../state/drafts/form.ts';
import { useStore } from '../../../state/store.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { RecentProjects } from '../project/project-chooser.tsx';
import { useReplaceDraft } from './open-mapping.ts';

export function MappingPathDialog({ to }: DialogProps<'mapping-path'>) {
  const { mapping, screen, pushProject, connection } = useApp();
  const close = useCloseDialog();
  const { folder } = useStore(pushProject);
  const replace = useReplaceDraft();
  const ofProject = useCallQuery(
    'push.mapping.pathIn',
    { folder: folder ?? '' },
    { enabled: folder !== null },
  );
  const pathIn = useCommand('push.mapping.pathIn', (path) => form.change({ path }));
  const choose = useCommand(
    'folders.choose',
    (chosen) => chosen !== null && pathIn.mutate({ folder: chosen }),
  );
  const open = useCommand('push.mapping.open', ({ path: opened, text }) => {
    replace({ path: opened, saved: text, text });
    close();
  });
  const save = useCommand('push.mapping.save', ({ path: saved, text }) => {
    const now = mapping.get();
    if (now) mapping.set({ ...now, path: saved, saved: text });
    close();
  });
  const first: { readonly path: string | null } = {
    path: to === 'save' ? (mapping.get()?.path ?? null) : null,
  };
  const form = useForm(first, [open, save]);
  const path = form.draft.path ?? ofProject.data ?? '';
  const submit = (): void => {
    const named = path.trim();
    const draft = mapping.get();
    if (!form.check(() => ({ path: named === '' ? t('push-mapping.pathMissing') : undefined }))) return;
    if (to === 'open') open.mutate({ path: named });
    else if (draft) {
      save.mutate({ path: named, before: named === draft.path ? draft.saved : null, text: draft.text });
    }
    screen.go({ kind: 'push', tab: 'mapping' });
  };
  return (
    <FormDialog
      title={to === 'open' ? t('push-mapping.openTitle') : t('push-mapping.saveTitle')}
      button={to === 'open' ? t('push-mapping.openButton') : t('push-mapping.save')}
      busyButton={to === 'open' ? t('push-mapping.openButton') : t('push-mapping.saving')}
      state={{ ...form, error: form.error ?? pathIn.error ?? choose.error }}
      onSubmit={submit}
    >
      <TextField
        label={t('push-mapping.path')}
        required
        hint={t('push-mapping.pathHint')}
        dir="auto"
        {...form.text('path')}
        value={path}
      />
      {connection.inWindow && (
        <div className="button-line">
          <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
            {t('push-mapping.chooseProject')}
          </Button>
        </div>
      )}
      <RecentProjects title={t('push.recent')} onChoose={(project) => pathIn.mutate({ folder: project })} />
    </FormDialog>
  );
}
