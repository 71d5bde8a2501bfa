import { useMemo, useState } from 'react';
import type { SentMessageView } from '../../../../preload/page.ts';
import { emptyDraft } from '../../../logic/push/draft.ts';
import { matches } from '../../../logic/uploads.ts';
import { t } from '../../../messages.ts';
import { Button, TitleButton } from '../../../parts/button.tsx';
import { Empty, Loading } from '../../../parts/empty.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Grid } from '../../../parts/list/grid.tsx';
import { Totals } from '../../../parts/list/totals.tsx';
import { useActions } from '../../../state/actions.ts';
import { useApp, useFormat } from '../../../state/app-state.ts';
import { useCallQuery } from '../../../state/data/calls.ts';
import { usePushSenders } from '../../../state/data/push-data.ts';
import { useStore } from '../../../state/store.ts';
import { NoResults } from '../../nothing-found.tsx';
import { ListFailure } from '../../query-state.tsx';
import { PushFrame } from '../push-frame.tsx';
import { SentDrawer, SentRow } from './sent-drawer.tsx';

const none: readonly SentMessageView[] = [];
const keyOf = ({ id, at }: SentMessageView): string => String(id ?? at);

export function MessagesTab() {
  const app = useApp();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const search = useStore(app.search);
  // Never cached, because other processes write to the history too.
  const history = useCallQuery('push.messages.history', {}, { staleTime: 0 });
  const sent = history.data ?? none;
  const found = useMemo(
    () => sent.filter(({ to, excerpt, sender }) => matches(search, [to, excerpt, sender ?? ''])),
    [sent, search],
  );
  const opened = sent.find((message) => keyOf(message) === openKey) ?? null;
  const compose = useCompose();
  useActions([
    { id: 'push.compose', label: t('push-messages.newMessage'), hint: t('common.screen.push'), run: compose },
  ]);
  return (
    <PushFrame
      tab="messages"
      searchable={sent.length > 0}
      totals={sent.length > 0 && <Totals parts={[t('push-messages.total', { count: sent.length })]} />}
      actions={
        sent.length > 0 && <TitleButton icon="add" label={t('push-messages.newMessage')} onClick={compose} />
      }
      onCloseDrawer={() => setOpenKey(null)}
      drawer={opened && <SentDrawer key={keyOf(opened)} message={opened} />}
    >
      <ListFailure answer={history} />
      {history.isPending && <Loading />}
      {history.data && sent.length === 0 && <NothingSent />}
      {sent.length > 0 && found.length === 0 && <NoResults />}
      {found.length > 0 && (
        <Grid
          label={t('push-messages.list')}
          flexible
          lines={found}
          keyOf={keyOf}
          openKey={openKey}
          onOpen={(message) => setOpenKey(keyOf(message))}
        >
          {(message) => <SentRow message={message} />}
        </Grid>
      )}
      <SendersBar isEmpty={sent.length === 0} />
    </PushFrame>
  );
}

function useCompose(): () => void {
  const app = useApp();
  const senders = usePushSenders().data;
  return () => {
    const [first] = senders ?? [];
    if (first) app.dialog.set({ kind: 'push-message', draft: emptyDraft(first.name) });
    else app.dialog.set({ kind: 'push-sender', sender: null, next: { kind: 'push-message', draft: null } });
  };
}

function SendersBar({ isEmpty }: { readonly isEmpty: boolean }) {
  const app = useApp();
  const format = useFormat();
  const senders = usePushSenders();
  const manage = (): void => app.dialog.set({ kind: 'push-senders' });
  useActions([
    { id: 'push.senders', label: t('push-messages.senders'), hint: t('common.screen.push'), run: manage },
  ]);
  const names = (senders.data ?? []).map(({ name }) => name);
  if (isEmpty && names.length === 0 && !senders.error) return null;
  return (
    <div className="screen-note screen-note-bar">
      <p dir="auto">
        {names.length > 0
          ? t('push-messages.sendersAre', { names: format.list(names) })
          : t('push-messages.sender.none')}
      </p>
      <div className="button-line">
        <Button onClick={manage}>{t('push-messages.senders')}</Button>
      </div>
      {senders.error && (
        <InlineFailure summary={t('push-messages.sendersFailed')} error={senders.error} announce={false} />
      )}
    </div>
  );
}

function NothingSent() {
  const compose = useCompose();
  const senders = usePushSenders();
  const isFirst = senders.data?.length === 0;
  return (
    <Empty
      drawing="phone"
      title={t('push-messages.emptyTitle')}
      text={isFirst ? t('push-messages.firstSenderText') : t('push-messages.emptyText')}
    >
      <Button variant="primary" disabled={senders.isPending} onClick={compose}>
        {isFirst ? t('push-messages.sender.add') : t('push-messages.newMessage')}
      </Button>
    </Empty>
  );
}
