import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { NetworkView } from '../../../preload/page.ts';
import {
  type NetworkDraft,
  type NetworkProblems,
  networkDraft,
  takeNetwork,
} from '../../logic/drafts/network-draft.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField, TextAreaField, TextField } from '../../parts/fields.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { AddressCheck } from './address-check.tsx';
import { CertificatesPart } from './certificates-part.tsx';
import { SchedulePart } from './schedule-part.tsx';

const noProblems: NetworkProblems = { limit: false, timeout: false, schedule: [] };

export function NetworkSection() {
  const { bridge } = useApp().connection;
  const queries = useQueryClient();
  const answer = useAnswer(['network'], 'network.get', {});
  useEffect(
    () => bridge.on('network.changed', (view) => queries.setQueryData(['network'], view)),
    [bridge, queries],
  );
  if (answer.error) return <InlineFailure error={answer.error} announce={false} />;
  if (!answer.data) return <Loading />;
  return (
    <>
      <p className="settings-text">{t('settings.network.text')}</p>
      <NetworkNow view={answer.data} />
      <NetworkForm view={answer.data} onSaved={(view) => queries.setQueryData(['network'], view)} />
    </>
  );
}

function NetworkNow({ view }: { readonly view: NetworkView }) {
  const format = useFormat();
  const { online, metered, waiting } = view.connection;
  const state = !online
    ? t('settings.network.offline')
    : metered === true
      ? t('settings.network.metered')
      : t('settings.network.online');
  const { bytesPerSecond, until } = view.limitNow;
  const limit =
    bytesPerSecond === null
      ? t('settings.network.limitNone')
      : t('settings.network.limit', { speed: format.speed(bytesPerSecond) });
  return (
    <dl className="plain-facts">
      <dt>{t('settings.network.now')}</dt>
      <dd>
        {state}
        {waiting && <p className="quiet">{waiting.message}</p>}
      </dd>
      <dt>{t('settings.network.speed')}</dt>
      <dd>
        {limit}
        {until !== null && (
          <span className="quiet">
            {' '}
            · {t('settings.network.until', { time: format.moment(until, Date.now()) })}
          </span>
        )}
      </dd>
    </dl>
  );
}

type FormProps = { readonly view: NetworkView; readonly onSaved: (view: NetworkView) => void };

function NetworkForm({ view, onSaved }: FormProps) {
  const [draft, setDraft] = useState(() => networkDraft(view));
  const [problems, setProblems] = useState(noProblems);
  const save = useAsk('network.set', (saved) => {
    onSaved(saved);
    setDraft(networkDraft(saved));
  });
  const changed = JSON.stringify(draft) !== JSON.stringify(networkDraft(view));
  const change = (changes: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...changes });
    setProblems(noProblems);
    if (!save.isPending) save.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    const taken = takeNetwork(draft);
    setProblems(taken.ok ? noProblems : taken.problems);
    if (taken.ok) save.mutate(taken.values);
  };
  return (
    <form className="settings-form" onSubmit={submit} noValidate>
      <ProxyPart draft={draft} view={view} onChange={change} />
      <CertificatesPart
        paths={draft.caFiles}
        known={view.caFiles}
        onChange={(caFiles) => change({ caFiles })}
      />
      <section className="settings-part" aria-labelledby="network-speed">
        <h3 id="network-speed">{t('settings.network.speed')}</h3>
        <TextField
          label={t('settings.network.bandwidth')}
          hint={t('settings.network.bandwidthHint')}
          error={problems.limit ? t('settings.network.badNumber') : undefined}
          inputMode="decimal"
          value={draft.limit}
          onText={(limit) => change({ limit })}
        />
        <SchedulePart
          entries={draft.schedule}
          problems={problems.schedule}
          onChange={(schedule) => change({ schedule })}
        />
        <SwitchField
          checked={draft.pauseOnMetered}
          label={t('settings.network.waitMetered')}
          hint={t('settings.network.waitMeteredHint')}
          onChange={(pauseOnMetered) => change({ pauseOnMetered })}
        />
        <TextField
          label={t('settings.network.timeout')}
          error={problems.timeout ? t('settings.network.badSeconds') : undefined}
          inputMode="numeric"
          value={draft.timeout}
          onText={(timeout) => change({ timeout })}
        />
      </section>
      {save.error && <InlineFailure error={save.error} />}
      <div className="button-line">
        <Button look="primary" type="submit" disabled={!changed || save.isPending}>
          {save.isPending ? t('settings.network.saving') : t('settings.network.save')}
        </Button>
        <Button disabled={!changed || save.isPending} onClick={() => change(networkDraft(view))}>
          {t('settings.network.discard')}
        </Button>
        <span className="quiet" role="status">
          {save.isSuccess && !changed ? t('settings.network.saved') : ''}
        </span>
      </div>
      <AddressCheck unsaved={changed} />
    </form>
  );
}

type Props = {
  readonly draft: NetworkDraft;
  readonly view: NetworkView;
  readonly onChange: (changes: Partial<NetworkDraft>) => void;
};

function ProxyPart({ draft, view, onChange }: Props) {
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
