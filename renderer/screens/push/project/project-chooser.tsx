import type { FormEvent } from 'react';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { FolderField } from '../../../parts/fields/folder-field.tsx';
import { useCallQuery, useCommand } from '../../../state/data/calls.ts';
import { useForm } from '../../../state/drafts/form.ts';

type Props = { readonly onChoose: (path: string) => void };

export function ProjectField({ onChoose }: Props) {
  const form = useForm({ path: '' });
  const path = form.draft.path.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.check(() => ({ path: path === '' ? t('push.folderMissing') : undefined }))) onChoose(path);
  };
  return (
    <form className="push-path" noValidate onSubmit={submit}>
      <FolderField
        label={t('push.folder')}
        hint={t('push.folderHint')}
        required
        chooseText={t('push.choose')}
        onChosen={onChoose}
        {...form.text('path')}
      >
        <Button type="submit" variant="primary">
          {t('push.check')}
        </Button>
      </FolderField>
    </form>
  );
}

type RecentProps = { readonly title: string; readonly onChoose: (folder: string) => void };

export function RecentProjects({ title, onChoose }: RecentProps) {
  const recent = useCallQuery('push.project.recent', {});
  const forget = useCommand('push.project.forget', () => void recent.refetch());
  if (!recent.data || recent.data.length === 0) return null;
  return (
    <section className="push-recent" aria-label={title}>
      <h3>{title}</h3>
      <ul className="file-list">
        {recent.data.map((folder) => (
          <li key={folder} className="file-line">
            <Button
              variant="quiet"
              className="wrap-anywhere push-recent-name"
              onClick={() => onChoose(folder)}
            >
              <bdi>{folder}</bdi>
            </Button>
            <IconButton
              icon="close"
              label={t('push.forget', { folder })}
              onClick={() => forget.mutate({ folder })}
            />
          </li>
        ))}
      </ul>
      {forget.error && <InlineFailure error={forget.error} />}
    </section>
  );
}
