import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { listedServiceTabs, listedTabOf, type ServiceTab } from '../../logic/screen.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { ScreenTabs } from '../../parts/frame/screen-tabs.tsx';
import { useApp } from '../../state/app-state.ts';
import { useStartService } from '../../state/data/service-data.ts';
import { useStore } from '../../state/store.ts';
import { ListFailure } from '../query-state.tsx';

type Props = Omit<ComponentProps<typeof ScreenFrame>, 'title'> & { readonly tab: ServiceTab };

export function ServiceFrame({ tab, children, ...frame }: Props) {
  const { screen } = useApp();
  const listed = listedTabOf(tab);
  const inner =
    tab === listed
      ? { title: t('common.screen.service') }
      : {
          title: t(`service.tabs.${tab}`),
          back: {
            label: t('service.backToAdvanced'),
            run: () => screen.go({ kind: 'service', tab: listed, item: null }),
          },
        };
  return (
    <ScreenFrame {...inner} {...frame}>
      <ScreenTabs
        label={t('service.parts')}
        nameOf={(part) => t(`service.tabs.${part}`)}
        current={listed}
        parts={listedServiceTabs}
        screenOf={(part) => ({ kind: 'service', tab: part, item: null })}
      />
      <OfflineLine />
      {children}
    </ScreenFrame>
  );
}

function OfflineLine() {
  const app = useApp();
  const { running } = useStore(app.service);
  const isOffline = useStore(app.waiting)?.code === 'core/offline';
  return (
    <div role="status">{running && isOffline && <p className="waiting-bar">{t('service.offline')}</p>}</div>
  );
}

type AnswerProps = {
  readonly answer: Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>;
  readonly children: ReactNode;
};

export function WhileRunning({ answer, children }: AnswerProps) {
  const app = useApp();
  const status = useStore(app.service);
  const start = useStartService();
  if (status.state === 'starting' || status.state === 'stopping') return <Loading />;
  if (!status.running) {
    return (
      <Empty drawing="service" title={t('service.notRunningTitle')} text={t('service.notRunningText')}>
        {status.failure && <InlineFailure failure={status.failure} announce={false} />}
        <Button variant="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
          {t('service.startService')}
        </Button>
      </Empty>
    );
  }
  return (
    <>
      <ListFailure answer={answer} />
      {answer.isPending && !answer.error && <Loading />}
      {children}
    </>
  );
}
