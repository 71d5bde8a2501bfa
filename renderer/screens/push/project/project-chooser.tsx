import type { ReactNode } from 'react';
import { t } from '../../../messages.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Field } from '../../../parts/fields/fields.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useAnswer, useAsk } from '../../../state/data/calls.ts';
import { useCheckedText } from '../../../state/drafts/checked-text.ts';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly onChoose: (path: string) => void;
};

/** A folder on the computer where Slipway runs: typed, or chosen where there is a dialog for it. */
export function FolderField({ label, hint, button, onChoose }: Props) {
  const path = useCheckedText('', (text) => (text.trim() === '' ? t('push.folderMissing') : undefined));
  const { inWindow } = useApp().connection;
  const choose = useAsk('folders.choose', (chosen) => chosen !== null && onChoose(chosen));
  const submit = (): void => {
    if (path.check()) onChoose(path.text.trim());
  };
  return (
    <form
      className="push-path"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={label} hint={hint} error={path.field.error}>
        {(ids) => (
          <div className="input-line">
            <input
              {...ids}
              className="input"
              required
              dir="auto"
              value={path.text}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={path.field.error ? true : undefined}
              onChange={(event) => path.field.onText(event.currentTarget.value)}
            />
            <Button type="submit" look="primary">
              {button}
            </Button>
            {inWindow && (
              <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
                {t('push.choose')}
              </Button>
            )}
          </div>
        )}
      </Field>
      {choose.error && <InlineFailure error={choose.error} />}
    </form>
  );
}

type RecentProps = { readonly title: string; readonly onChoose: (folder: string) => void };

/** Projects that were looked at before. */
export function RecentProjects({ title, onChoose }: RecentProps): ReactNode {
  const recent = useAnswer(['push', 'recent'], 'push.project.recent', {});
  const forget = useAsk('push.project.forget', () => void recent.refetch());
  if (!recent.data || recent.data.length === 0) return null;
  return (
    <section className="push-recent" aria-label={title}>
      <h3>{title}</h3>
      <ul className="file-list">
        {recent.data.map((folder) => (
          <li key={folder} className="file-line">
            <Button look="quiet" className="wrap-anywhere push-recent-name" onClick={() => onChoose(folder)}>
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
