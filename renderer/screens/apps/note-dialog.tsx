import { t } from '../../messages.ts';
import { ReleaseNoteField } from '../../parts/fields/fields.tsx';
import { FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { useAsk } from '../../state/data/calls.ts';
import { useForm } from '../../state/drafts/form.ts';
import type { DialogProps } from '../../state/window/dialog.ts';

/** Changes what testers read about a version of the built-in service. */
export function NoteDialog({ version }: DialogProps<'note'>) {
  const save = useAsk('service.setReleaseNote', useCloseDialog());
  const form = useForm({ releaseNote: version.releaseNote ?? '' }, [save]);
  return (
    <FormDialog
      title={t('apps.editNote')}
      button={t('common.save')}
      state={form}
      onSubmit={() => save.mutate({ versionId: version.id, ...form.draft })}
    >
      <ReleaseNoteField
        label={t('apps.note')}
        hint={t('uploads.releaseNoteHint')}
        rows={6}
        {...form.text('releaseNote')}
      />
    </FormDialog>
  );
}
