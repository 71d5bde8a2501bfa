import { useMemo, useRef } from 'react';
import type { AccessToken } from '../../../preload/page.ts';
import type { Format } from '../../format.ts';
import { type SignInLine, signInLines } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Grid, type GridHandle } from '../../parts/list/grid.tsx';
import { IconRow, MoreButton } from '../../parts/list/row.tsx';
import { Menu } from '../../parts/overlays/menu.tsx';
import { useActions } from '../../state/actions.ts';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useAccessTokens, useSignIns } from '../../state/data/service-data.ts';
import { useStore } from '../../state/store.ts';
import { useNarrow } from '../../state/window/narrow.ts';
import { NothingFound } from '../nothing-found.tsx';
import { ServiceFrame, useServiceDialog, WhileRunning } from './service-frame.tsx';

export function SignInsTab() {
  const app = useApp();
  const list = useRef<GridHandle>(null);
  const running = useStore(app.service).running;
  const search = useStore(app.search);
  const narrow = useNarrow(559);
  const answer = useSignIns();
  const known = running ? answer.data : undefined;
  const { data: tokens } = useAccessTokens();
  const shown = useMemo(
    () => (known ? signInLines(known, tokens ?? [], search) : []),
    [known, tokens, search],
  );
  const rowHeight = narrow ? (tokens?.length ? 84 : 64) : 48;
  const show = useServiceDialog();
  const change = (line: SignInLine): void => {
    if (line.kind === 'user' && !line.own) show({ kind: 'password', userName: line.name });
    if (line.kind === 'client' && !line.own) show({ kind: 'secret', clientId: line.name });
  };
  const remove = (line: SignInLine): void => {
    if (line.kind === 'user' && !line.own) show({ kind: 'remove-user', userName: line.name });
    if (line.kind === 'client' && !line.own) show({ kind: 'remove-client', clientId: line.name });
    if (line.kind === 'token') show({ kind: 'revoke-token', name: line.name });
  };
  return (
    <ServiceFrame tab="sign-ins" list={list} actions={known && <SignInActions />}>
      <WhileRunning answer={answer}>
        {known && shown.length === 0 && <NothingFound />}
        {shown.length > 0 && (
          <Grid
            handle={list}
            label={t('service.tabs.signIns')}
            lines={shown}
            keyOf={(line) => (line.kind === 'heading' ? `heading ${line.of}` : `${line.kind} ${line.name}`)}
            headingOf={(line) => (line.kind === 'heading' ? t(`service.signInKind.${line.of}`) : null)}
            rowHeight={rowHeight}
            openKey={null}
            onOpen={change}
            onDelete={remove}
          >
            {(line, active) =>
              line.kind === 'heading' ? null : (
                <SignInRow line={line} active={active} onChange={change} onRemove={remove} />
              )
            }
          </Grid>
        )}
        {known && <p className="place-note">{t('service.signInsText')}</p>}
      </WhileRunning>
    </ServiceFrame>
  );
}

function SignInActions() {
  const show = useServiceDialog();
  const addUser = (): void => show({ kind: 'user' });
  const addClient = (): void => show({ kind: 'client' });
  const addToken = (): void => show({ kind: 'access-token' });
  useActions([
    { id: 'service.add-user', label: t('service.addUser'), hint: t('service.tabs.signIns'), run: addUser },
    {
      id: 'service.add-client',
      label: t('service.addClient'),
      hint: t('service.tabs.signIns'),
      run: addClient,
    },
    {
      id: 'service.add-token',
      label: t('service.addToken'),
      hint: t('service.tabs.signIns'),
      run: addToken,
    },
  ]);
  return (
    <>
      <Button icon="add" className="file-button" title={t('service.addUser')} onClick={addUser}>
        <span>{t('service.addUser')}</span>
      </Button>
      <Menu
        entries={[
          { label: t('service.addUser'), run: addUser },
          { label: t('service.addClient'), run: addClient },
          { label: t('service.addToken'), run: addToken },
        ]}
        trigger={<MoreButton name={t('service.tabs.signIns')} />}
      />
    </>
  );
}

type RowProps = {
  readonly line: Exclude<SignInLine, { readonly kind: 'heading' }>;
  readonly active: boolean;
  readonly onChange: (line: SignInLine) => void;
  readonly onRemove: (line: SignInLine) => void;
};

function SignInRow({ line, active, onChange, onRemove }: RowProps) {
  if (line.kind === 'token') {
    return (
      <IconRow icon="apps" name={line.name} second={<TokenFacts token={line.token} />} className="sign-in">
        <Menu
          entries={[{ label: t('service.revoke'), danger: true, run: () => onRemove(line) }]}
          trigger={<MoreButton name={line.name} tabIndex={active ? 0 : -1} />}
        />
      </IconRow>
    );
  }
  return (
    <IconRow
      icon={line.kind === 'user' ? 'person' : 'apps'}
      name={line.name}
      second={line.own && <span>{t('service.ownSignIn')}</span>}
      className="sign-in"
    >
      {!line.own && (
        <Menu
          entries={[
            {
              label: line.kind === 'user' ? t('service.newPassword') : t('service.newSecret'),
              run: () => onChange(line),
            },
            'separator',
            { label: t('service.remove'), danger: true, run: () => onRemove(line) },
          ]}
          trigger={<MoreButton name={line.name} tabIndex={active ? 0 : -1} />}
        />
      )}
    </IconRow>
  );
}

/** What it is for, when it was used last, and how long it counts. */
function TokenFacts({ token }: { readonly token: AccessToken }) {
  const format = useFormat();
  const { apps, acts, lastUsedAt, expiresAt } = token;
  const parts = [
    tokenApps(apps, format),
    format.list(acts.map((act) => t(`service.tokenAct.${act}`))),
    lastUsedAt === null
      ? t('service.tokenUnused')
      : t('service.tokenUsed', { time: format.dateTime(lastUsedAt) }),
    ...(expiresAt === null
      ? []
      : [t('service.tokenUntil', { time: format.date(new Date(expiresAt).toISOString()) })]),
  ];
  return <span dir="auto">{parts.join(' · ')}</span>;
}

const mostAppsNamed = 2;

function tokenApps(apps: AccessToken['apps'], format: Format): string {
  if (apps === 'all') return t('service.tokenAllApps');
  if (apps.length > mostAppsNamed) return t('service.tokenAppCount', { count: apps.length });
  return format.list(apps.map(({ packageId }) => packageId));
}
