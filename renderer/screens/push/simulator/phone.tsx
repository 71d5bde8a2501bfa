import type { ReactNode } from 'react';
import type { PhoneStyle, Presentation, SimulatorDraft } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Icon } from '../../../parts/icons.tsx';
import { useFormat } from '../../../state/app-state.ts';

type Props = {
  readonly style: PhoneStyle;
  readonly screen: 'home' | 'app' | 'locked' | 'pulled';
  readonly hasNotice: boolean;
  readonly children: ReactNode;
};

export function Phone({ style, screen, hasNotice, children }: Props) {
  const isIos = style === 'ios';
  return (
    <div className={`phone phone-${style}`} data-screen={screen} aria-hidden="true">
      <div className="phone-screen">
        <div className="phone-bar">
          <span>9:41</span>
          {!isIos && hasNotice && <Icon name="push" />}
          {style !== 'android-old' && <span className="phone-camera" />}
          {isIos ? <IosSigns /> : <AndroidSigns />}
        </div>
        {children}
        <div className="phone-foot">
          {style === 'android-old' ? <Keys /> : <span className="phone-handle" />}
        </div>
      </div>
    </div>
  );
}

function IosSigns() {
  return (
    <svg className="phone-signs" viewBox="0 0 46 12" aria-hidden="true" focusable="false">
      <path d="M0 8h2.4v3H0zm3.6-2H6v5H3.6zm3.6-2.2h2.4V11H7.2zM10.8 1h2.4v10h-2.4z" />
      <path d="M17 4.4a7.3 7.3 0 0 1 10 0L25.7 6a5.4 5.4 0 0 0-7.4 0Zm2.4 2.7a3.9 3.9 0 0 1 5.2 0L22 10.8Z" />
      <rect className="phone-signs-line" x="30.5" y="1.5" width="13" height="9" rx="2.6" />
      <path d="M32 3h8.5v6H32zM44.6 4.4v3.2a1.7 1.7 0 0 0 0-3.2Z" />
    </svg>
  );
}

function AndroidSigns() {
  return (
    <svg className="phone-signs" viewBox="0 0 36 12" aria-hidden="true" focusable="false">
      <path d="M0 3.6a9.4 9.4 0 0 1 12.6 0L6.3 11Z" />
      <path d="M24.4 1v10h-10Z" />
      <path d="M30 0h2.6v1.2h1.8V12h-6.2V1.2H30Z" />
    </svg>
  );
}

function Keys() {
  return (
    <svg className="phone-keys" viewBox="0 0 90 10" aria-hidden="true" focusable="false">
      <path d="M13 1v8L6 5Z" />
      <circle cx="45" cy="5" r="4" />
      <rect x="77" y="1.2" width="7.6" height="7.6" rx="1" />
    </svg>
  );
}

type PhoneCardProps = {
  readonly style: PhoneStyle;
  readonly presentation: Pick<Presentation, 'title' | 'body' | 'icon'>;
};

/** Notification in the style of the system. On iOS, the app name replaces a missing title. */
export function PhoneCard({ style, presentation: { title, body, icon } }: PhoneCardProps) {
  const name = t('push-simulator.appName');
  const isIos = style === 'ios';
  const heading = isIos ? (title ?? name) : title;
  return (
    <div className="phone-card">
      <span className="phone-card-icon">
        {icon.value === null ? <Icon name="push" /> : icon.value.slice(0, 1)}
      </span>
      <div className="phone-card-text">
        {!isIos && (
          <div className="phone-card-head">
            <span>{name}</span>
            <span>{t('push-simulator.now')}</span>
          </div>
        )}
        {heading && (
          <div className="phone-card-title">
            <span dir="auto">{heading}</span>
            {isIos && <span className="phone-card-time">{t('push-simulator.now')}</span>}
          </div>
        )}
        {body && (
          <div className="phone-card-body" dir="auto">
            {body}
          </div>
        )}
      </div>
    </div>
  );
}

type ScreenProps = {
  readonly style: PhoneStyle;
  readonly children: ReactNode;
};

const moment = new Date(2026, 8, 9, 9, 41).getTime();

type InUseProps = ScreenProps & { readonly app: SimulatorDraft['app']; readonly hasBadge: boolean };

export function InUse({ style, app, hasBadge, children }: InUseProps) {
  return (
    <>
      {children && <div className="phone-banner">{children}</div>}
      {app === 'foreground' ? <OpenApp /> : <Home style={style} hasBadge={hasBadge} />}
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

function Home({ style, hasBadge }: Pick<InUseProps, 'style' | 'hasBadge'>) {
  const format = useFormat();
  const isIos = style === 'ios';
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

export function Locked({ style, children }: ScreenProps) {
  return (
    <div className="phone-locked">
      <Clock style={style} />
      <div className="phone-list">{children}</div>
      <div className="phone-corners">
        <Blanks name="phone-corner" count={2} />
      </div>
    </div>
  );
}

export function NotificationShade({ style, children }: ScreenProps) {
  return (
    <div className="phone-pulled">
      {style === 'ios' ? <Clock style={style} /> : <QuickSettings />}
      {style === 'ios' && <strong className="phone-centre">{t('push-simulator.centre')}</strong>}
      <div className="phone-list">{children}</div>
    </div>
  );
}

function Clock({ style }: Pick<ScreenProps, 'style'>) {
  const format = useFormat();
  return (
    <div className="phone-clock">
      <span className="phone-date">{format.day(moment, moment)}</span>
      <span className="phone-time">
        {style === 'android' ? (
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

function Blanks({ name, count }: { readonly name: string; readonly count: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: all elements are identical
  return Array.from({ length: count }, (_, index) => <span key={index} className={name} />);
}
