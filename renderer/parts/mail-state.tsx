import type { MailState } from '../../preload/page.ts';
import { t } from '../messages.ts';
import { Icon, type IconName } from './icons.tsx';

const variants: Readonly<Record<MailState, readonly [IconName, string]>> = {
  refused: ['failed', 'tone-failed'],
  'not-mailed': ['mail', 'tone-quiet'],
  waiting: ['waiting', 'tone-quiet'],
  mailed: ['check', 'tone-good'],
  opened: ['check', 'tone-good'],
  downloaded: ['check', 'tone-good'],
};

type Props = { readonly state: MailState; readonly count?: number };

/** State of a message, or the number of recipients in this state. */
export function MailStateLabel({ state, count }: Props) {
  const [icon, tone] = variants[state];
  return (
    <span className={`mail-state ${tone}`}>
      <Icon name={icon} />{' '}
      {count === undefined ? t(`common.mail.${state}`) : t(`common.mailCount.${state}`, { count })}
    </span>
  );
}
