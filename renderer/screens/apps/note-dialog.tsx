import { useState } from 'react';
import type { VersionView } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { ReleaseNoteField } from '../../parts/fields/release-note-field.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { useAsk } from '../../state/data/calls.ts';

/** Changes what testers read about a version of the built-in service. */
export function NoteDialog({
  version,
  onClose,
}: {
  readonly version: VersionView;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(version.releaseNote ?? '');
  const save = useAsk('service.setReleaseNote', onClose);
  return (
    <FormDialog
      title={t('apps.editNote')}
      button={t('common.save')}
      disabled={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ versionId: version.id, releaseNote: text })}
      onClose={onClose}
    >
      <ReleaseNoteField
        label={t('apps.note')}
        hint={t('uploads.releaseNoteHint')}
        rows={6}
        value={text}
        onText={setText}
      />
    </FormDialog>
  );
}
