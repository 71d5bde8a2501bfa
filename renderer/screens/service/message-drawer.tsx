import type { MessageView, OutboxMessage } from '../../../preload/contract.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/drawer.tsx';
import { Loading } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { useMessage } from '../../state/service-data.ts';
import { words } from '../../words/service.ts';
import { mailStateText } from './message-row.tsx';

type Props = { readonly message: OutboxMessage; readonly onClose: () => void };

export function MessageDrawer({ message, onClose }: Props) {
  const format = useFormat();
  const answer = useMessage(message.id);
  const retry = useAsk('service.retryMail');
  const show = useAsk('app.showInFolder');
  const { path, state, attempts } = message;
  const error = retry.error ?? show.error ?? answer.error;
  return (
    <Drawer title={message.subject} subtitle={message.to} onClose={onClose}>
      <div className="drawer-bar">
        {state !== 'delivered' && (
          <Button disabled={retry.isPending} onClick={() => retry.mutate({ id: message.id })}>
            {words.retryMail}
          </Button>
        )}
        <CopyButton text={message.installLink} label={words.copyInstallLink} />
        {path !== null && <Button onClick={() => show.mutate({ path })}>{words.showFile}</Button>}
      </div>
      {error && <InlineFailure error={error} />}
      <Facts
        facts={[
          [words.mailState, mailStateText(message)],
          [words.at, format.dateTime(message.at)],
          ['', attempts > 1 ? words.tries(attempts, format.count(attempts)) : null],
        ]}
      />
      {message.failure && (
        <p className={`selectable ${state === 'failed' ? 'tone-failed' : 'quiet'}`} dir="auto">
          {message.failure}
        </p>
      )}
      <DrawerSection title={words.message}>
        {answer.data ? <Content message={answer.data} /> : answer.error ? null : <Loading />}
      </DrawerSection>
    </Drawer>
  );
}

/** Only text and the picture the message brings: no markup of it is ever shown, and nothing is fetched. */
function Content({ message: { content, path } }: { readonly message: MessageView }) {
  if (!content) return <p className="quiet">{path === null ? words.messageGone : words.fileGone}</p>;
  return (
    <article className="message">
      <dl className="message-head">
        {(
          [
            [words.from, content.from],
            [words.to, content.to],
            [words.subject, content.subject],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {content.icon && <img className="message-icon" src={content.icon} alt={words.pictureOf} />}
      <div className="message-text selectable" dir="auto">
        {content.text}
      </div>
    </article>
  );
}
