import type { MessageView } from '../../preload/page.ts';
import { t } from '../messages.ts';
import { MailPage } from './mail-page.tsx';

type Props = { readonly content: NonNullable<MessageView['content']>; readonly withRecipient?: boolean };

/** Shows a message without remote content. */
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
      {content.page ? (
        <MailPage page={content.page} icon={content.icon} />
      ) : (
        <div className="message-text selectable" dir="auto">
          {content.text}
        </div>
      )}
    </article>
  );
}
