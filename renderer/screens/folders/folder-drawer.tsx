import type { FolderView } from '../../../preload/page.ts';
import { ruleOf } from '../../logic/drafts/folder-draft.ts';
import { baseName } from '../../logic/file-path.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Drawer, DrawerSection, Facts, Selectable } from '../../parts/overlays/drawer.tsx';
import { useAccounts, useFormat } from '../../state/app-state.ts';
import { usePeople } from '../../state/data/push-data.ts';
import { recipientsText } from '../uploads/upload-text.ts';
import { DryRun } from './dry-run.tsx';
import { useFolderActions } from './folder-actions.ts';
import {
  afterUploadText,
  applicationText,
  depthText,
  failureOf,
  filesText,
  pollingText,
} from './folder-text.ts';

export function FolderDrawer({ folder }: { readonly folder: FolderView }) {
  const actions = useFolderActions(folder);
  const failure = actions.failure ?? failureOf(folder);
  const { state } = folder;
  const isUsual = state.kind === 'watching';
  const stateText = (
    <p className="quiet">
      {state.kind === 'polling' ? pollingText(state) : t(`folders.stateText.${state.kind}`)}
    </p>
  );
  return (
    <Drawer title={folder.name} subtitle={t(`folders.state.${folder.state.kind}`)}>
      <div className="drawer-bar">
        <Button onClick={actions.edit}>{t('folders.edit')}</Button>
        <Button disabled={actions.busy} onClick={() => actions.setPaused(!folder.paused)}>
          {folder.paused ? t('folders.resume') : t('folders.pause')}
        </Button>
      </div>
      {failure && <InlineFailure failure={failure} announce={actions.failure !== null} />}
      {!isUsual && stateText}
      <DrawerSection title={t('folders.waiting')}>
        <WaitingFiles files={folder.waiting} />
      </DrawerSection>
      <DrawerSection title={t('folders.dryRunTitle')}>
        <DryRun
          key={JSON.stringify(ruleOf(folder))}
          draft={{ path: folder.path }}
          unfinished={folder.waiting.map(({ path }) => path).join('\n')}
        />
      </DrawerSection>
      <RuleSection folder={folder} />
      {isUsual && stateText}
    </Drawer>
  );
}

function WaitingFiles({ files }: { readonly files: FolderView['waiting'] }) {
  const format = useFormat();
  if (files.length === 0) return <p className="quiet">{t('folders.noneWaiting')}</p>;
  return (
    <ul className="waiting-files">
      {files.map(({ path, size, since, reason }) => (
        <li key={path}>
          <span className="waiting-name" dir="auto" title={path}>
            {baseName(path)}
          </span>
          <span className="row-note">
            {format.bytes(size)} · {t('uploads.waitingSince', { time: format.time(since) })}
          </span>
          <span className="quiet" dir="auto">
            {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RuleSection({ folder }: { readonly folder: FolderView }) {
  const format = useFormat();
  const accounts = useAccounts();
  const { people } = usePeople(folder.accountId);
  const account = accounts.find((each) => each.id === folder.accountId)?.name;
  const tests = folder.area === 'testingdist';
  const recipients = recipientsText(folder.recipients, people, format) ?? t('recipients.none');
  return (
    <DrawerSection title={t('folders.rule')}>
      <Facts
        facts={[
          [t('folders.path'), <Selectable key="path" text={folder.path} />],
          [t('folders.account'), account ?? t('folders.unknownAccount')],
          [t('folders.area'), t(`common.area.${folder.area}`)],
          [t('folders.activate'), tests ? (folder.activate ? t('uploads.yes') : t('folders.no')) : null],
          [t('folders.recipients'), tests ? recipients : null],
          [t('folders.application'), applicationText(folder)],
          [t('folders.kinds'), filesText(folder)],
          [t('folders.depth'), depthText(folder)],
          [t('folders.stableFor'), t('folders.seconds', { number: folder.stableForMs / 1_000 })],
          [t('folders.askFirst'), folder.askFirst ? t('uploads.yes') : null],
          [t('folders.afterUpload'), afterUploadText(folder)],
          [t('folders.existing'), t(`folders.existingChoices.${folder.existingBuilds}`)],
        ]}
      />
    </DrawerSection>
  );
}
