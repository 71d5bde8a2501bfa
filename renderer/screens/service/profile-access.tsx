import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { builtInAccountId, useApp } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useForm } from '../../state/drafts/form.ts';
import type { DialogProps } from '../../state/window/dialog.ts';

type Props = { readonly accountId: string; readonly profile: DialogProps<'profile-access'>['profile'] };

export function ProfileAccess({ accountId, profile }: Props) {
  const show = useApp().dialog.set;
  if (accountId !== builtInAccountId) return null;
  return (
    <div className="drawer-bar">
      <Button onClick={() => show({ kind: 'profile-access', profile })}>
        {profile.requiresPassword ? t('service.changeAccess') : t('service.closeAccess')}
      </Button>
      {profile.requiresPassword && (
        <Button onClick={() => show({ kind: 'open-access', profile })}>{t('service.openAccess')}</Button>
      )}
    </div>
  );
}

export function ProfileAccessDialog({ profile }: DialogProps<'profile-access'>) {
  const save = useCommand('service.setProfileAccess', useCloseDialog());
  const form = useForm({ userName: '', password: '' }, [save]);
  return (
    <FormDialog
      title={t('service.accessTitle', { name: profile.name })}
      button={t('common.save')}
      state={form}
      onSubmit={() => save.mutate({ profileId: profile.id, staticUser: form.draft })}
    >
      <p className="quiet">{t('service.accessText')}</p>
      <TextField label={t('service.userName')} required dir="auto" {...form.text('userName')} />
      <TextField
        label={t('service.password')}
        required
        hint={t('service.accessPasswordHint')}
        dir="auto"
        {...form.text('password')}
      />
    </FormDialog>
  );
}
