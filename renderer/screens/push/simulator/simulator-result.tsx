import type { SimulationView } from '../../../../preload/page.ts';
import { hasChannels, type Presentation, type SimulatorDraft } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Status } from '../../../parts/status.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { importanceText } from './simulator-device.tsx';
import { SimulatorPhones } from './simulator-phones.tsx';

type Simulation = NonNullable<SimulationView['simulation']>;

type Props = { readonly draft: SimulatorDraft; readonly simulation: Simulation };

export function SimulatorResult({ draft, simulation }: Props) {
  const { presentation, lost, notes, resolved, callbacks } = simulation;
  return (
    <>
      {lost !== null && (
        <Status>
          <Notice>
            <strong>{t('push-simulator.lost')}</strong> {lost}
          </Notice>
        </Status>
      )}
      {presentation && (
        <>
          <SimulatorPhones draft={draft} presentation={presentation} />
          {notes.map((note) => (
            <p key={note} className="notice notice-quiet" dir="auto">
              {note}
            </p>
          ))}
          <SoundResult presentation={presentation} />
          <ShowHere presentation={presentation} />
        </>
      )}
      <section>
        <h2>{t('push-simulator.takes')}</h2>
        <dl className="simulator-facts">
          {Object.values(resolved).map(({ property, value, source, explanation }) => (
            <div key={property} className="simulator-fact">
              <dt>{t(`push-simulator.properties.${property}`)}</dt>
              <dd>
                <span className={value === null ? 'quiet' : 'simulator-value'} dir="auto">
                  {value === null ? t('push-simulator.nothing') : String(value)}
                </span>{' '}
                <span className="simulator-source">{t(`push-simulator.sources.${source}`)}</span>
                <p className="field-hint" dir="auto">
                  {explanation}
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {hasChannels(draft.device) && <ChannelsAfter draft={draft} simulation={simulation} />}
      <section>
        <h2>{t('push-simulator.callbacks')}</h2>
        {callbacks.length === 0 && <p className="quiet">{t('push-simulator.noCallbacks')}</p>}
        <ol className="simulator-callbacks">
          {callbacks.map((call) => (
            <li key={call.callback}>
              <code className="selectable">{call.callback}</code>
              <p className="field-hint" dir="auto">
                {call.explanation}
              </p>
              {call.returned && (
                <p className="field-hint">
                  {call.returned.length === 0
                    ? t('push-simulator.returnedNothing')
                    : t('push-simulator.returned', { options: call.returned.join(', ') })}
                </p>
              )}
              <details>
                <summary>{t('push-simulator.argument')}</summary>
                <pre className="push-code selectable">{call.argument}</pre>
              </details>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function SoundResult({ presentation: { sound, badge, icon } }: { readonly presentation: Presentation }) {
  const soundName =
    sound.value.kind === 'file' ? sound.value.name : t(`push-simulator.sounds.${sound.value.kind}`);
  const facts = [
    [t('push-simulator.soundOf'), soundName, sound.explanation],
    [
      t('push-simulator.badge'),
      badge.value ? t('push-simulator.yes') : t('push-simulator.no'),
      badge.explanation,
    ],
    [t('push-simulator.icon'), icon.value ?? t('push-simulator.ownIcon'), icon.explanation],
  ] as const;
  return (
    <dl className="simulator-received">
      {facts.map(([name, value, explanation]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="simulator-value" dir="auto">
              {value}
            </span>
            <p className="field-hint" dir="auto">
              {explanation}
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ShowHere({ presentation }: { readonly presentation: Presentation }) {
  const { inWindow } = useApp().connection;
  const show = useCommand('push.simulator.showNotification');
  const { title, body, shade, headsUp, sound } = presentation;
  if (!inWindow) return <p className="quiet">{t('push-simulator.notHere')}</p>;
  const isShown = shade.value || headsUp.value;
  return (
    <div>
      <Button
        disabled={!isShown || show.isPending}
        onClick={() =>
          show.mutate({ title: title ?? '', body: body ?? '', silent: sound.value.kind === 'none' })
        }
      >
        {t('push-simulator.showHere')}
      </Button>
      {!isShown && <p className="field-hint">{t('push-simulator.nothingShown')}</p>}
      {show.isSuccess && (
        <Status>
          <p className="field-hint">{t('push-simulator.shownHere')}</p>
        </Status>
      )}
      {show.error && <InlineFailure error={show.error} />}
    </div>
  );
}

function ChannelsAfter({ draft, simulation }: Props) {
  const app = useApp();
  const { channels, deletedChannels, channelChanges } = simulation;
  const changeOf = (id: string) => channelChanges.findLast(({ channel }) => channel.id === id) ?? null;
  const gone = channelChanges.filter(
    ({ change, channel }) =>
      (change === 'deleted' || change === 'not-there') && !channels.some(({ id }) => id === channel.id),
  );
  const lines = [
    ...channels.map((channel) => ({ channel, change: changeOf(channel.id) })),
    ...gone.map((change) => ({ channel: change.channel, change })),
  ];
  return (
    <section>
      <h2>{t('push-simulator.channelsAfter')}</h2>
      {lines.length === 0 && <p className="quiet">{t('push-simulator.noChannelsAfter')}</p>}
      <ul className="simulator-after">
        {lines.map(({ channel, change }) => (
          <li key={channel.id}>
            <div>
              <bdi className="simulator-value">{channel.id}</bdi> <bdi>{channel.title}</bdi>{' '}
              <span className="simulator-source">
                {t(`push-simulator.changes.${change?.change ?? 'untouched'}`)}
              </span>
            </div>
            {channel.importance > 0 && <p className="field-hint">{importanceText(channel.importance)}</p>}
            {change && (
              <p className="field-hint" dir="auto">
                {change.explanation}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="button-line">
        <Button
          onClick={() =>
            app.simulator.set({
              ...draft,
              channels: { existing: [...channels], deleted: [...deletedChannels] },
            })
          }
        >
          {t('push-simulator.keepChannels')}
        </Button>
      </div>
    </section>
  );
}
