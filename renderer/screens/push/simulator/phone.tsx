import type { ReactNode } from 'react';
import type { PhoneLook } from '../../../logic/push/simulator.ts';
import { Icon } from '../../../parts/icons.tsx';

type Props = {
  readonly look: PhoneLook;
  readonly screen: 'home' | 'app' | 'locked' | 'pulled';
  /** Android: a small icon beside the time for a notification that waits in the shade. */
  readonly hasNotice: boolean;
  readonly children: ReactNode;
};

/** The body of a phone with its status bar; drawn for the eye alone. */
export function Phone({ look, screen, hasNotice, children }: Props) {
  const isIos = look === 'ios';
  return (
    <div className={`phone phone-${look}`} data-screen={screen} aria-hidden="true">
      <div className="phone-screen">
        <div className="phone-bar">
          <span>9:41</span>
          {!isIos && hasNotice && <Icon name="push" />}
          {look !== 'android-old' && <span className="phone-camera" />}
          {isIos ? <IosSigns /> : <AndroidSigns />}
        </div>
        {children}
        <div className="phone-foot">
          {look === 'android-old' ? <Keys /> : <span className="phone-handle" />}
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

/** Back, home and overview, as before gestures. */
function Keys() {
  return (
    <svg className="phone-keys" viewBox="0 0 90 10" aria-hidden="true" focusable="false">
      <path d="M13 1v8L6 5Z" />
      <circle cx="45" cy="5" r="4" />
      <rect x="77" y="1.2" width="7.6" height="7.6" rx="1" />
    </svg>
  );
}
