import { useQueryClient } from '@tanstack/react-query';
import type { StoreProfileSummary, StoreProfileView } from '../../../preload/page.ts';
import { draftOfProfile, profileChanges } from '../../logic/profiles.ts';
import { t } from '../../messages.ts';
import { TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { callMain, queryKeyOf, useCommand } from '../../state/data/calls.ts';
import { useForm } from '../../state/drafts/form.ts';
import type { DialogProps } from '../../state/window/dialog.ts';

export function ProfileDialog({ accountId, profile, draft: first }: DialogProps<'edit-profile'>) {
  const close = useCloseDialog();
  const before = draftOfProfile(profile);
  const update = useUpdateProfile(accountId, profile, close);
  const form = useForm(first ?? before, [update]);
  const submit = (): void => {
    const changes = profileChanges(before, form.draft);
    if (changes === null) close();
    else update.mutate({ accountId, profileId: profile.id, ...changes });
  };
  return (
    <FormDialog
      title={t('store.editTitle', { name: profile.name })}
      button={t('common.save')}
      busyButton={t('store.saving')}
      state={form}
      onSubmit={submit}
    >
      <TextField label={t('store.name')} required dir="auto" {...form.text('name')} />
      <TextField
        label={t('store.shortDescription')}
        hint={t('store.shortDescriptionHint')}
        dir="auto"
        {...form.text('shortDescription')}
      />
      <TextAreaField label={t('store.longDescription')} rows={7} {...form.text('longDescription')} />
    </FormDialog>
  );
}

function useUpdateProfile(accountId: string, profile: StoreProfileSummary, onClose: () => void) {
  const app = useApp();
  const queries = useQueryClient();
  const before = draftOfProfile(profile);
  const values = { accountId, profileId: profile.id };
  const put = (changed: StoreProfileView): void => {
    queries.setQueryData(queryKeyOf('store.get', values), changed);
  };
  return useCommand('store.update', (changed) => {
    put(changed);
    onClose();
    const back = profileChanges(draftOfProfile(changed), before);
    if (back === null) return;
    app.undo.offer({
      text: () => t('store.changedText', { name: changed.name }),
      undo: () => {
        callMain(app.connection.bridge, 'store.update', { ...values, ...back }).then(put, () =>
          app.dialog.set({ kind: 'edit-profile', accountId, profile: changed, draft: before }),
        );
      },
    });
  });
}
