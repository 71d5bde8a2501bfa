import type { FolderView } from '../../../preload/page.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { IconTile, Row, RowSide, RowText } from '../../parts/list/row.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useAccounts, useFormat } from '../../state/app-state.ts';
import { usePeople } from '../../state/data/people.ts';
import { useFolderActions } from './folder-actions.ts';
import { pollingText, ruleText, toneOf, troubleOf } from './folder-text.ts';

export function FolderRow({ folder }: { readonly folder: FolderView }) {
  const format = useFormat();
  const accounts = useAccounts();
  const { people } = usePeople(folder.accountId);
  const actions = useFolderActions(folder);
  const { state, path, paused, waiting } = folder;
  const failure = actions.failure ?? troubleOf(folder);
  const name = baseName(path);
  return (
    <Row
      tile={<IconTile icon="folders" />}
      name={name}
      beside={
        <bdi className="row-version path-start" title={path}>
          {path}
        </bdi>
      }
      second={
        failure ? (
          <RowText tone="tone-failed" text={failure.message} />
        ) : (
          <span dir="auto">{ruleText(folder, accounts, people, format)}</span>
        )
      }
    >
      <RowSide
        dot={toneOf(state)}
        text={t(`folders.state.${state.kind}`)}
        tone={state.kind === 'unreachable' ? 'tone-failed' : ''}
        title={pollingText(state) ?? undefined}
        note={waiting.length > 0 && t('folders.waitingFiles', { count: waiting.length })}
      />
      <Button look="quiet" disabled={actions.busy} onClick={() => actions.setPaused(!paused)}>
        {paused ? t('folders.resume') : t('folders.pause')}
      </Button>
      <MoreMenu name={name} entries={actions.menu} />
    </Row>
  );
}
