import type { FolderView } from '../../../preload/contract.ts';
import { baseName } from '../../logic/file-path.ts';
import { ruleOf } from '../../logic/folder-draft.ts';
import { Button } from '../../parts/button.tsx';
import { Drawer, DrawerSection, Facts } from '../../parts/drawer.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { useAccounts, useFormat } from '../../state/app-state.ts';
import { usePeople } from '../../state/people.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/folders.ts';
import { words as uploadWords } from '../../words/uploads.ts';
import { recipientsText } from '../uploads/upload-text.ts';
import { useFolderActions } from './folder-actions.ts';
import {
  afterwardsText,
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
    <Drawer title={baseName(folder.path)} subtitle={words.state[folder.state.kind]} onClose={onClose}>
      <div className="drawer-bar">
        <Button onClick={actions.edit}>{words.edit}</Button>
        <Button disabled={actions.busy} onClick={() => actions.setPaused(!folder.paused)}>
          {folder.paused ? words.resume : words.pause}
        </Button>
      </div>
      {failure && <InlineFailure failure={failure} announce={actions.failure !== null} />}
      <p className="quiet">{state.kind === 'polling' ? pollingText(state) : words.stateText[state.kind]}</p>
      <DrawerSection title={words.waiting}>
        {folder.waiting.length === 0 ? (
          <p className="quiet">{words.noneWaiting}</p>
        ) : (
          <ul className="waiting-files">
            {folder.waiting.map((file) => (
              <li key={file.path}>
                <span className="waiting-name" dir="auto" title={file.path}>
                  {baseName(file.path)}
                </span>
                <span className="row-note">
                  {format.bytes(file.size)} · {uploadWords.waitingSince(format.time(file.since))}
                </span>
                <span className="quiet" dir="auto">
                  {file.reason}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DrawerSection>
      <DrawerSection title={words.tryOutTitle}>
        <TryOut key={JSON.stringify(ruleOf(folder))} draft={{ path: folder.path }} />
      </DrawerSection>
      <DrawerSection title={words.rule}>
        <Facts
          facts={[
            [
              words.path,
              <span key="path" className="selectable">
                {folder.path}
              </span>,
            ],
            [
              words.account,
              accounts.find((each) => each.id === folder.accountId)?.name ?? words.unknownAccount,
            ],
            [words.area, common.area[folder.area]],
            [words.activate, tests ? (folder.activate ? uploadWords.yes : words.no) : null],
            [
              words.recipients,
              tests ? (recipientsText(folder.recipients, people, format) ?? uploadWords.nobody) : null,
            ],
            [words.application, applicationText(folder)],
            [words.kinds, filesText(folder)],
            [words.depth, depthText(folder, format)],
            [words.quiet, words.seconds(format.count(folder.quietMs / 1_000))],
            [words.askFirst, folder.askFirst ? uploadWords.yes : null],
            [words.afterwards, afterwardsText(folder)],
            [words.earlier, words.earlierChoices[folder.earlierBuilds]],
          ]}
        />
      </DrawerSection>
    </Drawer>
  );
}
