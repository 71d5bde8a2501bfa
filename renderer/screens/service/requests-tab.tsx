import { Fragment, useMemo } from 'react';
import type { AccessEntry } from '../../../preload/page.ts';
import { pathEnd } from '../../logic/file-path.ts';
import { foundRequests } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import { Empty, Loading } from '../../parts/empty.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useCommand } from '../../state/data/calls.ts';
import { useRequests } from '../../state/data/service-data.ts';
import { useStableOrder } from '../../state/stable-order.ts';
import { useStore } from '../../state/store.ts';
import { useNarrow } from '../../state/window/narrow.ts';
import { NoResults } from '../nothing-found.tsx';
import { ListFailure } from '../query-state.tsx';
import { ServiceFrame } from './service-frame.tsx';

const none: readonly AccessEntry[] = [];

export function RequestsTab() {
  const app = useApp();
  const search = useStore(app.search);
  const narrow = useNarrow(559);
  const answer = useRequests();
  const entries = answer.data ?? none;
  const found = useMemo(() => foundRequests(entries, search), [entries, search]);
  const { lines, pointer } = useStableOrder(found, ({ id }) => String(id));
  return (
    <ServiceFrame tab="requests">
      <ListFailure answer={answer} />
      {answer.isPending && <Loading />}
      {answer.data && lines.length === 0 && (
        <NoResults>
          <Empty title={t('service.noRequestsTitle')} text={t('service.noRequestsText')} />
        </NoResults>
      )}
      {lines.length > 0 && (
        <div className="stable-list" {...pointer}>
          <Grid
            label={t('service.requestsList')}
            lines={lines}
            keyOf={({ id }) => String(id)}
            rowHeight={narrow ? 64 : 44}
          >
            {(entry) => <RequestRow entry={entry} narrow={narrow} />}
          </Grid>
        </div>
      )}
      {entries.length > 0 && <p className="screen-note">{t('service.requestsText', { number: 1_000 })}</p>}
    </ServiceFrame>
  );
}

const here: readonly string[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

const narrowPath = 36;

function RequestRow({ entry, narrow }: { readonly entry: AccessEntry; readonly narrow: boolean }) {
  const format = useFormat();
  const copy = useCommand('app.copyText');
  const failed = entry.status === null || entry.status >= 500;
  const tone = failed ? 'tone-failed' : entry.status !== null && entry.status >= 400 ? 'tone-attention' : '';
  const from = here.includes(entry.address) ? t('service.onThisComputer') : entry.address;
  return (
    <div className="row request">
      <time className="request-time" title={format.dateTime(entry.at)}>
        {format.exactTime(entry.at)}
      </time>
      <div className="row-main">
        <div className="row-first">
          <span className="request-method">{entry.method}</span>
          <bdi className="request-path selectable" title={entry.path}>
            {(narrow ? pathEnd(entry.path, narrowPath) : entry.path).split(/(?<=\/)/).map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a path do not change
              <Fragment key={index}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </bdi>
        </div>
        <div className="row-second">
          <span dir="auto" title={entry.agent ?? undefined}>
            {[from, entry.agent].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
      <div className="row-side">
        <div className={`request-status ${tone}`}>{entry.status ?? t('service.ended')}</div>
        <div className="row-note">{t('service.milliseconds', { number: entry.milliseconds })}</div>
      </div>
      <MoreMenu
        name={`${entry.method} ${entry.path}`}
        entries={[{ label: t('service.copyAddress'), run: () => copy.mutate({ text: entry.path }) }]}
      />
    </div>
  );
}
