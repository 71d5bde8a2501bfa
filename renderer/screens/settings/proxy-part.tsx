import type { NetworkView } from '../../../preload/page.ts';
import type { NetworkDraft } from '../../logic/network-draft.ts';
import { t } from '../../messages.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextAreaField, TextField } from '../../parts/fields.tsx';

type Props = {
  readonly draft: NetworkDraft;
  readonly view: NetworkView;
  readonly onChange: (changes: Partial<NetworkDraft>) => void;
};

export function ProxyPart({ draft, view, onChange }: Props) {
  const { mode } = draft;
  return (
    <section className="settings-part" aria-labelledby="network-proxy">
      <h3 id="network-proxy">{t('settings.network.proxy')}</h3>
      <Choice
        label={t('settings.network.mode')}
        {...(mode === 'system' && !view.asksSystem
          ? { hint: t('settings.network.systemIsEnvironment') }
          : {})}
        value={mode}
        choices={[
          ['system', t('settings.network.modes.system')],
          ['environment', t('settings.network.modes.environment')],
          ['manual', t('settings.network.modes.manual')],
          ['none', t('settings.network.modes.none')],
        ]}
        onChoose={(chosen) => onChange({ mode: chosen })}
      />
      {mode === 'manual' && (
        <>
          <TextField
            label={t('settings.network.url')}
            hint={t('settings.network.urlHint')}
            inputMode="url"
            value={draft.url}
            onText={(url) => onChange({ url })}
          />
          <div className="field-pair">
            <TextField
              label={t('settings.network.userName')}
              hint={t('settings.network.userNameHint')}
              value={draft.userName}
              onText={(userName) => onChange({ userName })}
            />
            <TextField
              label={t('settings.network.password')}
              {...(view.proxy.hasPassword ? { hint: t('settings.network.kept') } : {})}
              type="password"
              value={draft.password}
              onText={(password) => onChange({ password })}
            />
          </div>
        </>
      )}
      {mode !== 'none' && (
        <TextAreaField
          label={t('settings.network.bypass')}
          hint={t('settings.network.bypassHint')}
          value={draft.bypass}
          onText={(bypass) => onChange({ bypass })}
        />
      )}
      {view.proxy.failure && <InlineFailure failure={view.proxy.failure} announce={false} />}
    </section>
  );
}
