import type { ReactNode } from 'react';
import type { SimulationView } from '../../../../preload/page.ts';
import type { SimulatedDevice } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Icon } from '../../../parts/icons.tsx';

export type Shown = NonNullable<NonNullable<SimulationView['simulation']>['presentation']>;

type Props = { readonly device: SimulatedDevice; readonly presentation: Shown };

/** A phone in use, locked, and with what was received pulled down. Drawn for the eye; the words stand below each. */
export function SimulatorPhones({ device, presentation }: Props) {
  const { headsUp, lockScreen, shade, badge } = presentation;
  const look = device === 'ios' ? 'phone-ios' : 'phone-android';
  const card = <Card presentation={presentation} />;
  return (
    <div className="phones">
      <Phone look={look} title={t('push-simulator.inUse')} shown={headsUp} name={t('push-simulator.banner')}>
        {headsUp.value && card}
        <span className="phone-app">
          <Icon name="push" />
          {badge.value && <span className="phone-badge" />}
        </span>
      </Phone>
      <Phone look={look} title={t('push-simulator.lockScreen')} shown={lockScreen} locked>
        {lockScreen.value && card}
      </Phone>
      <Phone
        look={look}
        title={device === 'ios' ? t('push-simulator.centre') : t('push-simulator.shade')}
        shown={shade}
        pulled
      >
        {shade.value && card}
      </Phone>
    </div>
  );
}

type PhoneProps = {
  readonly look: string;
  readonly title: string;
  readonly shown: Shown['shade'];
  /** What is shown there, when it is not the notification as such. */
  readonly name?: string;
  readonly locked?: boolean;
  readonly pulled?: boolean;
  readonly children: ReactNode;
};

function Phone({ look, title, shown, name, locked = false, pulled = false, children }: PhoneProps) {
  return (
    <figure className="phone-figure">
      <div className={`phone ${look} ${pulled ? 'phone-pulled' : ''}`} aria-hidden="true">
        <div className="phone-bar">
          <span>9:41</span>
          <span className="phone-signs" />
        </div>
        {locked && <div className="phone-clock">9:41</div>}
        {children}
      </div>
      <figcaption>
        <strong>
          {title} · {name === undefined ? '' : `${name} `}
          {shown.value ? t('push-simulator.yes') : t('push-simulator.no')}
        </strong>
        <p dir="auto">{shown.explanation}</p>
      </figcaption>
    </figure>
  );
}

function Card({ presentation: { title, body, icon } }: { readonly presentation: Shown }) {
  return (
    <div className="phone-card">
      <div className="phone-card-head">
        <span className="phone-card-icon">
          {icon.value === null ? <Icon name="push" /> : icon.value.slice(0, 1)}
        </span>
        <span className="phone-card-app">{t('push-simulator.appName')}</span>
        <span>{t('push-simulator.now')}</span>
      </div>
      {title && (
        <div className="phone-card-title" dir="auto">
          {title}
        </div>
      )}
      {body && (
        <div className="phone-card-body" dir="auto">
          {body}
        </div>
      )}
    </div>
  );
}
