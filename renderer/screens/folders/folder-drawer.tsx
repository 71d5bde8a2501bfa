import type { FolderView } from '../../../preload/page.ts';
import { ruleOf } from '../../logic/drafts/folder-draft.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/overlays/drawer.tsx';
import { useAccounts, useFormat } from '../../state/app-state.ts';
import { usePeople } from '../../state/data/people.ts';
import { recipientsText } from '../uploads/upload-text.ts';
import { useFolderActions } from './folder-actions.ts';
import {
  afterUploadText,
  applicationText,
  depthText,
  filesText,
  pollingText,
  troubleOf,
} from './folder-text.ts';
import { TryOut } from './try-out.tsx';

export function FolderDrawer({
  folder,
  onClose,
}: {
  readonly folder: FolderView;
  readonly onClose: () => void;
}) {
  const format = useFormat();
  const accounts = useAccounts();
  const { people } = usePeople(folder.accountId);
  const actions = useFolderActions(folder);
  const failure = actions.failure ?? troubleOf(folder);
  const { state } = folder;
  const tests = folder.area === 'testingdist';
  return (
    <Drawer
      title={baseName(folder.path)}
      subtitle={t(`folders.state.${folder.state.kind}`)}
      onClose={onClose}
    >
      <div className="drawer-bar">
        <Button onClick={actions.edit}>{t('folders.edit')}</Button>
        <Button disabled={actions.busy} onClick={() => actions.setPaused(!folder.paused)}>
          {folder.paused ? t('folders.resume') : t('folders.pause')}
        </Button>
      </div>
      {failure && <InlineFailure failure={failure} announce={actions.failure !== null} />}
      <p className="quiet">
        {state.kind === 'polling' ? pollingText(state) : t(`folders.stateText.${state.kind}`)}
      </p>
      <DrawerSection title={t('folders.waiting')}>
        {folder.waiting.length === 0 ? (
          <p className="quiet">{t('folders.noneWaiting')}</p>
        ) : (
          <ul className="waiting-files">
            {folder.waiting.map((file) => (
              <li key={file.path}>
                <span className="waiting-name" dir="auto" title={file.path}>
                  {baseName(file.path)}
                </span>
                <span className="row-note">
                  {format.bytes(file.size)} · {t('uploads.waitingSince', { time: format.time(file.since) })}
                </span>
                <span className="quiet" dir="auto">
                  {file.reason}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DrawerSection>
      <DrawerSection title={t('folders.tryOutTitle')}>
        <TryOut key={JSON.stringify(ruleOf(folder))} draft={{ path: folder.path }} />
      </DrawerSection>
      <DrawerSection title={t('folders.rule')}>
        <Facts
          facts={[
            [
              t('folders.path'),
              <span key="path" className="selectable">
                {folder.path}
              </span>,
            ],
            [
              t('folders.account'),
              accounts.find((each) => each.id === folder.accountId)?.name ?? t('folders.unknownAccount'),
            ],
            [t('folders.area'), t(`common.area.${folder.area}`)],
            [t('folders.activate'), tests ? (folder.activate ? t('uploads.yes') : t('folders.no')) : null],
            [
              t('folders.recipients'),
              tests ? (recipientsText(folder.recipients, people, format) ?? t('uploads.nobody')) : null,
            ],
            [t('folders.application'), applicationText(folder)],
            [t('folders.kinds'), filesText(folder)],
            [t('folders.depth'), depthText(folder)],
            [t('folders.quiet'), t('folders.seconds', { number: folder.quietMs / 1_000 })],
            [t('folders.askFirst'), folder.askFirst ? t('uploads.yes') : null],
            [t('folders.afterUpload'), afterUploadText(folder)],
            [t('folders.existing'), t(`folders.existingChoices.${folder.existingBuilds}`)],
          ]}
        />
      </DrawerSection>
    </Drawer>
  );
}
