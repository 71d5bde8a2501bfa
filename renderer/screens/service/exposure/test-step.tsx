import { useState } from 'react';
import type { ExposureCheck, ServiceOverview, ServiceStatus } from '../../../../preload/page.ts';
import { type ExposureStep, lastExternalRequest, remedyOf } from '../../../logic/drafts/exposure-draft.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { Status } from '../../../parts/status.tsx';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { useCallQuery } from '../../../state/data/calls.ts';
import { useRequests, useStartService } from '../../../state/data/service-data.ts';
import { useStore } from '../../../state/store.ts';
import { CheckText } from '../check-text.tsx';
import { PhoneCodes } from './phone-codes.tsx';

type Props = {
  readonly exposure: ServiceOverview['exposure'];
  readonly onStep: (step: ExposureStep) => void;
};

export function TestStep({ exposure, onStep }: Props) {
  const status = useStore(useApp().service);
  if (status.state === 'starting' || status.state === 'stopping') return <Loading />;
  if (status.url === null) return <StartFirst />;
  return <Tried exposure={exposure} onStep={onStep} status={status} url={status.url} />;
}

function StartFirst() {
  const start = useStartService();
  return (
    <>
      <p>{t('service.notRunningTitle')}</p>
      <div className="button-line">
        <Button disabled={start.isPending} onClick={() => start.mutate({})}>
          {t('service.startService')}
        </Button>
      </div>
      {start.error && <InlineFailure error={start.error} />}
    </>
  );
}

function Tried({
  exposure,
  status,
  url,
  onStep,
}: Props & { readonly status: ServiceStatus; readonly url: string }) {
  const report = useCallQuery('service.checkExposure', {}, { staleTime: 0, gcTime: 0 });
  const isOpen = status.exposure !== 'computer';
  return (
    <>
      {isOpen && !report.isPending && (
        <PhoneCodes status={status} url={url} needsAuthority={report.data?.needsAuthority === true} />
      )}
      {report.data && (
        <ul className="exposure-checks" aria-label={t('service.checks')}>
          {report.data.checks.map((check) => (
            <CheckLine key={check.about} check={check} onStep={onStep} />
          ))}
          {isOpen && <RequestLine own={exposure.addresses.map(({ address }) => address)} />}
        </ul>
      )}
      {report.error && <InlineFailure error={report.error} />}
      <div className="button-line">
        <Button disabled={report.isFetching} onClick={() => void report.refetch()}>
          {report.isFetching ? t('settings.network.checking') : t('push.checkAgain')}
        </Button>
      </div>
    </>
  );
}

type LineProps = { readonly check: ExposureCheck; readonly onStep: (step: ExposureStep) => void };

function CheckLine({ check, onStep }: LineProps) {
  const remedy = remedyOf(check);
  const button = remedy && (
    <Button onClick={() => onStep(remedy)}>
      {t('service.goToStep', { step: t(`service.exposureStep.${remedy}`) })}
    </Button>
  );
  return (
    <li>
      {check.state === 'failed' ? (
        <InlineFailure failure={check.failure}>{button}</InlineFailure>
      ) : (
        <>
          <CheckText state={check.state} text={check.text} />
          {button}
        </>
      )}
    </li>
  );
}

function RequestLine({ own }: { readonly own: readonly string[] }) {
  const format = useFormat();
  const [since] = useState(() => Date.now());
  const request = lastExternalRequest(useRequests().data ?? [], since, own);
  return (
    <li>
      <Status>
        {request ? (
          <CheckText
            state="good"
            text={t('service.visited', { address: request.address, time: format.exactTime(request.at) })}
          />
        ) : (
          <p className="exposure-check">
            <Icon name="waiting" />
            <span>{t('service.notVisited')}</span>
          </p>
        )}
      </Status>
    </li>
  );
}
