/** What stands on the screen of a phone, under the notification. */
import type { ReactNode } from 'react';
import type { PhoneLook, SimulatorDraft } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Icon } from '../../../parts/icons.tsx';
import { useFormat } from '../../../state/app-state.ts';

type Props = {
  readonly look: PhoneLook;
  /** The notification, where it is shown. */
  readonly children: ReactNode;
};

/** 9:41, as on the status bars. */
const moment = new Date(2026, 8, 9, 9, 41).getTime();

type InUseProps = Props & { readonly app: SimulatorDraft['app']; readonly hasBadge: boolean };

/** The app itself while it is in the foreground, the home screen otherwise; the banner lies over it. */
export function InUse({ look, app, hasBadge, children }: InUseProps) {
  return (
    <>
      {children && <div className="phone-banner">{children}</div>}
      {app === 'foreground' ? <OpenApp /> : <Home look={look} hasBadge={hasBadge} />}
    </>
  );
}

function OpenApp() {
  return (
    <div className="phone-app">
      <strong>{t('push-simulator.appName')}</strong>
      <span className="phone-picture" />
      <Blanks name="phone-line" count={4} />
    </div>
  );
}

function Home({ look, hasBadge }: Pick<InUseProps, 'look' | 'hasBadge'>) {
  const format = useFormat();
  const isIos = look === 'ios';
  return (
    <div className="phone-home">
      {!isIos && <span className="phone-glance">{format.day(moment, moment)}</span>}
      <div className="phone-grid">
        <Blanks name="phone-tile" count={isIos ? 13 : 1} />
        <span className="phone-own">
          <span className="phone-own-icon">
            <Icon name="push" />
            {hasBadge && <span className="phone-badge">{isIos ? 1 : ''}</span>}
          </span>
          <span className="phone-own-name">{t('push-simulator.appName')}</span>
        </span>
        <Blanks name="phone-tile" count={2} />
      </div>
      <div className="phone-dock">
        <Blanks name="phone-tile" count={4} />
      </div>
      {!isIos && <span className="phone-search" />}
    </div>
  );
}

/** A large clock, the notifications, and what the thumb reaches. */
export function Locked({ look, children }: Props) {
  return (
    <div className="phone-locked">
      <Clock look={look} />
      <div className="phone-list">{children}</div>
      <div className="phone-corners">
        <Blanks name="phone-corner" count={2} />
      </div>
    </div>
  );
}

/** What was received, pulled down from the upper edge. */
export function Pulled({ look, children }: Props) {
  return (
    <div className="phone-pulled">
      {look === 'ios' ? <Clock look={look} /> : <QuickSettings />}
      {look === 'ios' && <strong className="phone-centre">{t('push-simulator.centre')}</strong>}
      <div className="phone-list">{children}</div>
    </div>
  );
}

function Clock({ look }: Pick<Props, 'look'>) {
  const format = useFormat();
  return (
    <div className="phone-clock">
      <span className="phone-date">{format.day(moment, moment)}</span>
      <span className="phone-time">
        {look === 'android' ? (
          <>
            09
            <br />
            41
          </>
        ) : (
          '9:41'
        )}
      </span>
    </div>
  );
}

function QuickSettings() {
  return (
    <div className="phone-settings">
      {['internet', 'bluetooth', 'silence', 'torch'].map((name) => (
        <span key={name} className="phone-setting">
          <span className="phone-dot" />
          <span className="phone-line" />
        </span>
      ))}
    </div>
  );
}

/** Shapes without words: what else is on a phone. */
function Blanks({ name, count }: { readonly name: string; readonly count: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
  return Array.from({ length: count }, (_, index) => <span key={index} className={name} />);
}
