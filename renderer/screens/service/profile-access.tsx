/** Whether the pages of a store profile of the built-in service ask for a user name and password. */
import { useState } from 'react';
import type { StoreProfileSummary } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { builtInAccountId } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useServiceDialog } from './service-frame.tsx';

type Profile = Pick<StoreProfileSummary, 'id' | 'name' | 'asksForPassword'>;

type Props = { readonly accountId: string; readonly profile: Profile };

/** Nothing for profiles of other services: they set it themselves. */
export function ProfileAccess({ accountId, profile }: Props) {
  const show = useServiceDialog();
  if (accountId !== builtInAccountId) return null;
  return (
    <div className="drawer-bar">
      <Button onClick={() => show({ kind: 'profile-access', profile })}>
        {profile.asksForPassword ? t('service.changeAccess') : t('service.closeAccess')}
      </Button>
      {profile.asksForPassword && (
        <Button onClick={() => show({ kind: 'open-access', profile })}>{t('service.openAccess')}</Button>
      )}
    </div>
  );
}

type DialogProps = { readonly profile: Profile; readonly onClose: () => void };

export function ProfileAccessDialog({ profile, onClose }: DialogProps) {
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const save = useAsk('service.setProfileAccess', onClose);
  const submit = (): void => {
    if (!save.isPending) save.mutate({ profileId: profile.id, staticUser: { userName, password } });
  };
  return (
    <FormDialog
      title={t('service.accessTitle', { name: profile.name })}
      button={t('common.save')}
      disabled={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('service.accessText')}</p>
      <TextField label={t('service.userName')} required dir="auto" value={userName} onText={setUserName} />
      <TextField
        label={t('service.password')}
        required
        hint={t('service.accessPasswordHint')}
        dir="auto"
        value={password}
        onText={setPassword}
      />
    </FormDialog>
  );
}
