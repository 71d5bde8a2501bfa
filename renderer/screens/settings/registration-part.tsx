import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Status } from '../../parts/status.tsx';
import { queryKeyOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { SettingsPart } from './settings-part.tsx';
import { problemOf } from './use-network.ts';

/** API key for Google's verification of Android developers. */
export function RegistrationPart() {
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const { data: view, error } = useCallQuery('registration.get', {});
  const save = useCommand('registration.set', (changed) => {
    queries.setQueryData(queryKeyOf('registration.get'), changed);
    setKey('');
  });
  const submit = (): void => {
    if (key.trim() !== '' && !save.isPending) save.mutate({ key });
  };
  return (
    <SettingsPart title={t('settings.names.registration')}>
      <p className="settings-text">{t('settings.registration.text')}</p>
      <div className="input-line input-line-labelled">
        <TextField
          type="password"
          label={t('settings.registration.key')}
          hint={view?.hasKey ? t('settings.registration.keySaved') : undefined}
          error={save.error ? problemOf(save.error, 'key').text() : undefined}
          value={key}
          onText={(text) => {
            setKey(text);
            save.reset();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          }}
        />
        <Button disabled={key.trim() === '' || save.isPending} onClick={submit}>
          {t('settings.registration.save')}
        </Button>
        {view?.hasKey && (
          <Button disabled={save.isPending} onClick={() => save.mutate({ key: '' })}>
            {t('settings.registration.remove')}
          </Button>
        )}
      </div>
      {view?.address && (
        <p className="field-hint">{t('settings.registration.address', { address: view.address })}</p>
      )}
      {view?.failure && <InlineFailure failure={view.failure} />}
      {error && <InlineFailure error={error} announce={false} />}
      <Status>
        {save.data?.hasKey && !save.data.failure && (
          <p className="connection-good">
            <Icon name="check" /> {t('settings.registration.works')}
          </p>
        )}
      </Status>
    </SettingsPart>
  );
}
