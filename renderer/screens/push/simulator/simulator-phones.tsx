import type { ReactNode } from 'react';
import { type Presentation, phoneStyle, type SimulatorDraft } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { InUse, Locked, NotificationShade, Phone, PhoneCard } from './phone.tsx';

type Props = { readonly draft: SimulatorDraft; readonly presentation: Presentation };

/** Phones in use, locked, and with the shade open. Decorative: the text contains the same information. */
export function SimulatorPhones({ draft: { device, app }, presentation }: Props) {
  const { headsUp, lockScreen, shade, badge } = presentation;
  const style = phoneStyle(device);
  const card = <PhoneCard style={style} presentation={presentation} />;
  const frame = { style, hasNotice: shade.value };
  return (
    <div className="phones">
      <PhoneFigure title={t('push-simulator.inUse')} shown={headsUp} name={t('push-simulator.banner')}>
        <Phone {...frame} screen={app === 'foreground' ? 'app' : 'home'}>
          <InUse style={style} app={app} hasBadge={badge.value}>
            {headsUp.value && card}
          </InUse>
        </Phone>
      </PhoneFigure>
      <PhoneFigure title={t('push-simulator.lockScreen')} shown={lockScreen}>
        <Phone {...frame} screen="locked">
          <Locked style={style}>{lockScreen.value && card}</Locked>
        </Phone>
      </PhoneFigure>
      <PhoneFigure
        title={style === 'ios' ? t('push-simulator.centre') : t('push-simulator.shade')}
        shown={shade}
      >
        <Phone {...frame} screen="pulled">
          <NotificationShade style={style}>{shade.value && card}</NotificationShade>
        </Phone>
      </PhoneFigure>
    </div>
  );
}

type PhoneFigureProps = {
  readonly title: string;
  readonly shown: Presentation['shade'];
  readonly name?: string;
  readonly children: ReactNode;
};

function PhoneFigure({ title, shown, name, children }: PhoneFigureProps) {
  return (
    <figure className="phone-figure">
      {children}
      <figcaption>
        <strong>
          {title}: {name === undefined ? '' : `${name} `}
          {shown.value ? t('push-simulator.yes') : t('push-simulator.no')}
        </strong>
        <p dir="auto">{shown.explanation}</p>
      </figcaption>
    </figure>
  );
}
