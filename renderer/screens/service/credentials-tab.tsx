import { useMemo } from 'react';
import type { AccessToken } from '../../../preload/page.ts';
import type { Format } from '../../format.ts';
import { type CredentialLine, credentialLines } from '../../logic/service.ts';
import { t } from '../../messages.ts';
import { TitleButton } from '../../parts/button.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { IconTile, Row } from '../../parts/list/row.tsx';
import { type MenuEntry, MoreMenu } from '../../parts/overlays/menu.tsx';
import { useActions } from '../../state/actions.ts';
import { useApp, useFormat } from '../../state/app-state.ts';
import { useServiceQuery } from '../../state/data/service-data.ts';
import { useStore } from '../../state/store.ts';
import { useNarrow } from '../../state/window/narrow.ts';
import { NoResults } from '../nothing-found.tsx';
import { ServiceFrame, WhileRunning } from './service-frame.tsx';

export function CredentialsTab() {
  const app = useApp();
  const running = useStore(app.service).running;
  const search = useStore(app.search);
  const narrow = useNarrow(559);
  const answer = useServiceQuery('service.credentials', {});
  const known = running ? answer.data : undefined;
  const { data: tokens } = useServiceQuery('service.accessTokens', {});
  const shown = useMemo(
    () => (known ? credentialLines(known, tokens ?? [], search) : []),
    [known, tokens, search],
  );
  const rowHeight = narrow ? (tokens?.length ? 84 : 64) : 56;
  const show = useApp().dialog.set;
  const change = (line: CredentialLine): void => {
    if (line.kind === 'user' && !line.own) show({ kind: 'user', userName: line.name });
    if (line.kind === 'client' && !line.own) show({ kind: 'secret', clientId: line.name });
  };
  const remove = (line: CredentialLine): void => {
    if (line.kind === 'user' && !line.own) show({ kind: 'remove-user', userName: line.name });
    if (line.kind === 'client' && !line.own) show({ kind: 'remove-client', clientId: line.name });
    if (line.kind === 'token') show({ kind: 'revoke-token', name: line.name });
  };
  return (
    <ServiceFrame tab="credentials" actions={known && <CredentialActions />}>
      <WhileRunning answer={answer}>
        {known && shown.length === 0 && <NoResults />}
        {shown.length > 0 && (
          <Grid
            label={t('service.tabs.credentials')}
            lines={shown}
            keyOf={(line) => (line.kind === 'heading' ? `heading ${line.of}` : `${line.kind} ${line.name}`)}
            headingOf={(line) => (line.kind === 'heading' ? t(`service.signInKind.${line.of}`) : null)}
            rowHeight={rowHeight}
            onOpen={change}
            onDelete={remove}
          >
            {(line) =>
              line.kind === 'heading' ? null : (
                <CredentialRow line={line} onChange={change} onRemove={remove} />
              )
            }
          </Grid>
        )}
        {known && <p className="screen-note">{t('service.credentialsText')}</p>}
      </WhileRunning>
    </ServiceFrame>
  );
}

function CredentialActions() {
  const show = useApp().dialog.set;
  const hint = t('service.tabs.credentials');
  const addUser = { label: t('service.addUser'), run: () => show({ kind: 'user', userName: null }) };
  const addClient = { label: t('service.addClient'), run: () => show({ kind: 'client' }) };
  const addToken = { label: t('service.addToken'), run: () => show({ kind: 'access-token' }) };
  useActions([
    { id: 'service.add-user', hint, ...addUser },
    { id: 'service.add-client', hint, ...addClient },
    { id: 'service.add-token', hint, ...addToken },
  ]);
  return (
    <>
      <TitleButton icon="add" label={addUser.label} onClick={addUser.run} />
      <MoreMenu name={hint} entries={[addUser, addClient, addToken]} />
    </>
  );
}

type RowProps = {
  readonly line: Exclude<CredentialLine, { readonly kind: 'heading' }>;
  readonly onChange: (line: CredentialLine) => void;
  readonly onRemove: (line: CredentialLine) => void;
};

function CredentialRow({ line, onChange, onRemove }: RowProps) {
  const { kind, name } = line;
  const remove = (label: string): MenuEntry => ({ label, danger: true, run: () => onRemove(line) });
  if (kind === 'token') {
    const second = <TokenFacts token={line.token} />;
    return (
      <Row className="sign-in" tile={<IconTile icon="key" />} name={name} second={second}>
        <MoreMenu name={name} entries={[remove(t('service.revoke'))]} />
      </Row>
    );
  }
  const change = kind === 'user' ? t('service.newPassword') : t('service.newSecret');
  return (
    <Row
      className="sign-in"
      tile={<IconTile icon={kind === 'user' ? 'person' : 'program'} />}
      name={name}
      second={line.own && <span>{t('service.ownSignIn')}</span>}
    >
      {!line.own && (
        <MoreMenu
          name={name}
          entries={[{ label: change, run: () => onChange(line) }, 'separator', remove(t('service.remove'))]}
        />
      )}
    </Row>
  );
}

function TokenFacts({ token }: { readonly token: AccessToken }) {
  const format = useFormat();
  const { apps, scopes, lastUsedAt, expiresAt } = token;
  const parts = [
    tokenApps(apps, format),
    format.list(scopes.map((act) => t(`service.tokenAct.${act}`))),
    lastUsedAt === null
      ? t('service.tokenUnused')
      : t('service.tokenUsed', { time: format.dateTime(lastUsedAt) }),
    ...(expiresAt === null
      ? []
      : [t('service.tokenUntil', { time: format.date(new Date(expiresAt).toISOString()) })]),
  ];
  return <span dir="auto">{parts.join(' · ')}</span>;
}

const maxAppsNamed = 2;

function tokenApps(apps: AccessToken['apps'], format: Format): string {
  if (apps === 'all') return t('service.tokenAllApps');
  if (apps.length > maxAppsNamed) return t('service.tokenAppCount', { count: apps.length });
  return format.list(apps.map(({ packageId }) => packageId));
}
