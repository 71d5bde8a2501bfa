import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { simulationValues } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Empty } from '../../../parts/empty.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCallQuery } from '../../../state/data/calls.ts';
import { useStore } from '../../../state/store.ts';
import { ReadFailure } from '../../query-state.tsx';
import { PushFrame } from '../push-frame.tsx';
import { DeviceChoices, DeviceDetails } from './simulator-device.tsx';
import { SimulatorResult } from './simulator-result.tsx';
import { ExampleButton, SimulatorTexts } from './simulator-texts.tsx';

export function SimulatorTab() {
  const app = useApp();
  const draft = useStore(app.simulator);
  const open = useStore(app.mapping)?.text ?? null;
  const current = simulationValues(draft, open);
  const values = useDeferredValue(current);
  const isWritten = current.mapping.trim() !== '' && current.message.trim() !== '';
  const answer = useCallQuery('push.simulator.run', values, {
    enabled: isWritten,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
  });
  const view = isWritten ? answer.data : undefined;
  return (
    <PushFrame tab="simulator">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="simulator" tabIndex={0} aria-label={t('push.tabs.simulator')}>
        <div className="simulator-given">
          <SimulatorTexts draft={draft} mapping={current.mapping} view={view ?? null} />
          <DeviceChoices draft={draft} />
        </div>
        <section className="simulator-result" aria-label={t('push-simulator.result')}>
          {isWritten && <ReadFailure answer={answer} />}
          {view?.simulation ? (
            <SimulatorResult draft={draft} simulation={view.simulation} />
          ) : (
            <Empty
              drawing="phone"
              title={view ? t('push-simulator.wrongTitle') : t('push-simulator.emptyTitle')}
              text={view ? t('push-simulator.wrongText') : t('push-simulator.emptyText')}
            >
              {current.message.trim() === '' && (
                <ExampleButton
                  variant="primary"
                  mapping={current.mapping}
                  onChange={(next) => app.simulator.set({ ...app.simulator.get(), ...next })}
                />
              )}
            </Empty>
          )}
        </section>
        <div className="simulator-given">
          <DeviceDetails draft={draft} />
        </div>
      </section>
    </PushFrame>
  );
}
