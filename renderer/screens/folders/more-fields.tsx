import type { ReactNode } from 'react';
import { type FolderDraft, withCurrent } from '../../logic/drafts/folder-draft.ts';
import { t } from '../../messages.ts';
import {
  Choice,
  options,
  ReleaseNoteField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../parts/fields/fields.tsx';
import { Folded } from '../../parts/folded.tsx';
import type { Form } from '../../state/drafts/form.ts';

type Props = { readonly form: Form<FolderDraft> };

type MoreProps = Props & { readonly chips: readonly string[]; readonly children: ReactNode };

export function MoreFields({ form, chips, children }: MoreProps) {
  const { draft } = form;
  return (
    <Folded title={t('folders.more')} chips={chips}>
      {children}
      <Choice
        label={t('folders.releaseNotes')}
        hint={t(`folders.releaseNotesHint.${draft.releaseNotes}`)}
        choices={options(['none', 'text', 'git'], (kind) => t(`folders.releaseNotesChoices.${kind}`))}
        {...form.choice('releaseNotes')}
      />
      {draft.releaseNotes === 'text' && (
        <ReleaseNoteField label={t('folders.releaseNotesText')} rows={3} {...form.text('notesText')} />
      )}
      <FileFields form={form} />
      <WatchingFields form={form} />
      <fieldset className="form-group">
        <legend>{t('folders.afterUploadGroup')}</legend>
        <Choice
          label={t('folders.afterUpload')}
          hint={t(`folders.afterUploadHint.${draft.afterUpload}`)}
          choices={options(['leave', 'move', 'delete'], (kind) => t(`folders.afterUploadChoices.${kind}`))}
          {...form.choice('afterUpload')}
        />
        {draft.afterUpload === 'move' && (
          <TextField
            label={t('folders.moveTo')}
            required
            hint={t('folders.moveToHint')}
            dir="auto"
            {...form.text('afterUpload.folder')}
          />
        )}
      </fieldset>
    </Folded>
  );
}

const defaultDepths = [0, 1, 2, 3, 5];
const everyDepth = 'all';

function FileFields({ form }: Props) {
  const { depth } = form.draft;
  return (
    <fieldset className="form-group">
      <legend>{t('folders.filesGroup')}</legend>
      <Choice
        label={t('folders.kinds')}
        choices={options(['both', 'apk', 'ipa'], (kinds) => t(`folders.kindChoices.${kinds}`))}
        {...form.choice('kinds')}
      />
      <Choice
        label={t('folders.depth')}
        hint={t('folders.depthHint')}
        value={String(depth ?? everyDepth)}
        choices={[
          [everyDepth, t('folders.depthAll')],
          ...withCurrent(defaultDepths, depth ?? 0).map(
            (count) => [String(count), t('folders.depthOf', { count })] as const,
          ),
        ]}
        onChoose={(chosen) => form.change({ depth: chosen === everyDepth ? null : Number(chosen) })}
      />
      <TextAreaField label={t('folders.include')} hint={t('folders.includeHint')} {...form.text('include')} />
      <TextAreaField label={t('folders.exclude')} hint={t('folders.excludeHint')} {...form.text('exclude')} />
    </fieldset>
  );
}

const stableForChoices = [300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000];

function WatchingFields({ form }: Props) {
  const { askFirst, stableForMs } = form.draft;
  return (
    <fieldset className="form-group">
      <legend>{t('folders.watchingGroup')}</legend>
      <SwitchField
        checked={askFirst}
        label={t('folders.askFirst')}
        hint={t('folders.askFirstHint')}
        onChange={(checked) => form.change({ askFirst: checked })}
      />
      <Choice
        label={t('folders.stableFor')}
        hint={t('folders.stableForHint')}
        value={String(stableForMs)}
        choices={withCurrent(stableForChoices, stableForMs).map(
          (ms) => [String(ms), t('folders.seconds', { number: ms / 1_000 })] as const,
        )}
        onChoose={(ms) => form.change({ stableForMs: Number(ms) })}
      />
      <Choice
        label={t('folders.pollingLabel')}
        hint={t('folders.pollingHint')}
        choices={options(['auto', 'always', 'never'], (polling) => t(`folders.pollingChoices.${polling}`))}
        {...form.choice('polling')}
      />
    </fieldset>
  );
}
