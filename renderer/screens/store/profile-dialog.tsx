import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoreProfileSummary, StoreProfileView } from '../../../preload/page.ts';
import { draftOfProfile, type ProfileDraft, profileChanges } from '../../logic/profiles.ts';
import { t } from '../../messages.ts';
import { TextAreaField, TextField } from '../../parts/fields/fields.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { useApp } from '../../state/app-state.ts';
import { ask, useAsk } from '../../state/data/calls.ts';

type Props = {
  readonly accountId: string;
  readonly profile: StoreProfileSummary;
  readonly draft?: ProfileDraft | undefined;
  readonly onClose: () => void;
};

/** Changes what a profile says of itself. */
export function ProfileDialog({ accountId, profile, draft: first, onClose }: Props) {
  const before = draftOfProfile(profile);
  const [draft, setDraft] = useState(first ?? before);
  const set = (change: Partial<ProfileDraft>): void => setDraft({ ...draft, ...change });
  const update = useUpdateProfile(accountId, profile, onClose);
  const submit = (): void => {
    const changes = profileChanges(before, draft);
    if (changes === null) onClose();
    else if (!update.isPending) update.mutate({ accountId, profileId: profile.id, ...changes });
  };
  return (
    <FormDialog
      title={t('store.editTitle', { name: profile.name })}
      button={update.isPending ? t('store.saving') : t('common.save')}
      disabled={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('store.name')}
        required
        dir="auto"
        value={draft.name}
        onText={(name) => set({ name })}
      />
      <TextField
        label={t('store.shortDescription')}
        hint={t('store.shortDescriptionHint')}
        dir="auto"
        value={draft.shortDescription}
        onText={(shortDescription) => set({ shortDescription })}
      />
      <TextAreaField
        label={t('store.longDescription')}
        rows={7}
        value={draft.longDescription}
        onText={(longDescription) => set({ longDescription })}
      />
    </FormDialog>
  );
}

/** Offers to take the change back; when that does not work, the dialog opens with what was to come back. */
function useUpdateProfile(accountId: string, profile: StoreProfileSummary, onClose: () => void) {
  const app = useApp();
  const queries = useQueryClient();
  const before = draftOfProfile(profile);
  const values = { accountId, profileId: profile.id };
  const put = (changed: StoreProfileView): void => {
    queries.setQueryData(['store', accountId, 'one', profile.id], changed);
  };
  return useAsk('store.update', (changed) => {
    put(changed);
    onClose();
    const back = profileChanges(draftOfProfile(changed), before);
    if (back === null) return;
    app.undo.offer({
      text: t('store.changedText', { name: changed.name }),
      undo: () => {
        ask(app.connection.bridge, 'store.update', { ...values, ...back }).then(put, () =>
          app.dialog.set({ kind: 'edit-profile', accountId, profile: changed, draft: before }),
        );
      },
    });
  });
}
