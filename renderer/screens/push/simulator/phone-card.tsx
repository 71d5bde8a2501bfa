import type { PhoneLook, Shown } from '../../../logic/push/simulator.ts';
import { t } from '../../../messages.ts';
import { Icon } from '../../../parts/icons.tsx';

type Props = { readonly look: PhoneLook; readonly presentation: Pick<Shown, 'title' | 'body' | 'icon'> };

/** A notification as the system draws it: Android names the app, iOS only where there is no title. */
export function PhoneCard({ look, presentation: { title, body, icon } }: Props) {
  const name = t('push-simulator.appName');
  const isIos = look === 'ios';
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
