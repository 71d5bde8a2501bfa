import type { SentMessageView } from '../../../../preload/page.ts';
import { targetIn } from '../../../logic/push/draft.ts';
import { t } from '../../../messages.ts';
import { IconTile, Row, RowSide, RowText } from '../../../parts/list/row.tsx';
import { useFormat } from '../../../state/app-state.ts';

/** `Topic news`, `Device f3a…`. */
export function targetText(to: string): string {
  const { kind, text } = targetIn(to);
  return kind === 'topic'
    ? t('push-messages.topic', { name: text })
    : t('push-messages.device', { token: text });
}

export function SentRow({ message }: { readonly message: SentMessageView }) {
  const format = useFormat();
  const { to, excerpt, sender, outcome, at } = message;
  const tone = outcome.ok ? '' : 'tone-failed';
  const about = [excerpt, sender ?? t('push-messages.once')].filter((part) => part !== '').join(' · ');
  return (
    <Row
      tile={<IconTile icon="push" />}
      name={targetText(to)}
      second={<RowText tone={tone} text={outcome.ok ? about : outcome.message} />}
    >
      <RowSide
        dot={outcome.ok ? 'good' : 'failed'}
        tone={tone}
        text={outcome.ok ? t('push-messages.accepted') : t('push-messages.notAccepted')}
        note={format.moment(at, Date.now())}
      />
    </Row>
  );
}
