import type { MessageView } from '../../preload/page.ts';
import { t } from '../messages.ts';

type Props = { readonly content: NonNullable<MessageView['content']>; readonly withRecipient?: boolean };

/** Shows the text and the embedded image of a message, without markup or remote content. */
export function MessageContent({ content, withRecipient = true }: Props) {
  const head: readonly (readonly [string, string])[] = [
    [t('service.from'), content.from],
    ...(withRecipient ? [[t('service.to'), content.to] as const] : []),
    [t('service.subject'), content.subject],
  ];
  return (
    <article className="message">
      <dl className="message-head">
        {head.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {content.icon && <img className="message-icon" src={content.icon} alt={t('service.pictureOf')} />}
      <div className="message-text selectable" dir="auto">
        {content.text}
      </div>
      <p className="field-hint message-note">{t('service.asPlainText')}</p>
    </article>
  );
}
