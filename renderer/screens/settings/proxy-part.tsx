import type { NetworkView } from '../../../preload/contract.ts';
import type { NetworkDraft } from '../../logic/network-draft.ts';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, TextAreaField, TextField } from '../../parts/fields.tsx';
import { words } from '../../words/settings.ts';

const texts = words.network;

type Props = {
  readonly draft: NetworkDraft;
  readonly view: NetworkView;
  readonly onChange: (changes: Partial<NetworkDraft>) => void;
};

export function ProxyPart({ draft, view, onChange }: Props) {
  const { mode } = draft;
  return (
    <section className="settings-part" aria-labelledby="network-proxy">
      <h3 id="network-proxy">{texts.proxy}</h3>
      <Choice
        label={texts.mode}
        {...(mode === 'system' && !view.asksSystem ? { hint: texts.systemIsEnvironment } : {})}
        value={mode}
        choices={[
          ['system', texts.modes.system],
          ['environment', texts.modes.environment],
          ['manual', texts.modes.manual],
          ['none', texts.modes.none],
        ]}
        onChoose={(chosen) => onChange({ mode: chosen })}
      />
      {mode === 'manual' && (
        <>
          <TextField
            label={texts.url}
            hint={texts.urlHint}
            inputMode="url"
            value={draft.url}
            onText={(url) => onChange({ url })}
          />
          <div className="field-pair">
            <TextField
              label={texts.userName}
              hint={texts.userNameHint}
              value={draft.userName}
              onText={(userName) => onChange({ userName })}
            />
            <TextField
              label={texts.password}
              {...(view.proxy.hasPassword ? { hint: texts.kept } : {})}
              type="password"
              value={draft.password}
              onText={(password) => onChange({ password })}
            />
          </div>
        </>
      )}
      {mode !== 'none' && (
        <TextAreaField
          label={texts.bypass}
          hint={texts.bypassHint}
          value={draft.bypass}
          onText={(bypass) => onChange({ bypass })}
        />
      )}
      {view.proxy.failure && <InlineFailure failure={view.proxy.failure} announce={false} />}
    </section>
  );
}
