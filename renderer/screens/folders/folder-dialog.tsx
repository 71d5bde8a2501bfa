import { useState } from 'react';
import type { FolderView } from '../../../preload/contract.ts';
import { draftOf, draftProblem, nobody, takeText } from '../../logic/recipients.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, Field, SwitchField } from '../../parts/fields.tsx';
import { RecipientsField } from '../../parts/recipients-field.tsx';
import { useAccounts, useActiveAccount } from '../../state/app-state.ts';
import { useAnswer, useAsk } from '../../state/calls.ts';
import { usePeople } from '../../state/people.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/folders.ts';
import { FirstLook } from '../uploads/first-look.tsx';

type Props = { readonly folder: FolderView | null; readonly onClose: () => void };

/** Adds a folder, or changes what happens with the builds in one. */
export function FolderDialog({ folder, onClose }: Props) {
  const accounts = useAccounts();
  const active = useActiveAccount();
  const [path, setPath] = useState(folder?.path ?? '');
  const [chosenId, setChosenId] = useState(folder?.accountId ?? null);
  const accountId = accounts.some((account) => account.id === chosenId) ? chosenId : (active?.id ?? null);
  const [area, setArea] = useState<FolderView['area']>(folder?.area ?? 'testingdist');
  const [activate, setActivate] = useState(folder?.activate ?? true);
  const [earlierBuilds, setEarlier] = useState<FolderView['earlierBuilds']>(folder?.earlierBuilds ?? 'none');
  const [draft, setDraft] = useState(() => draftOf(folder?.recipients ?? nobody));
  const [problem, setProblem] = useState<string | null>(null);
  const [pathProblem, setPathProblem] = useState<string | undefined>();
  const { people, failure } = usePeople(accountId);
  const add = useAsk('folders.add', onClose);
  const update = useAsk('folders.update', onClose);
  const busy = add.isPending || update.isPending;
  const error = add.error ?? update.error;
  const submit = (): void => {
    if (busy || accountId === null) return;
    const taken = takeText(draft, draft.text, people);
    const wrong = area === 'testingdist' ? draftProblem(taken) : null;
    const noPath = path.trim() === '' ? words.pathMissing : undefined;
    setDraft(taken);
    setProblem(wrong);
    setPathProblem(noPath);
    if (wrong !== null || noPath !== undefined) return;
    const tests = area === 'testingdist';
    const values = {
      path: path.trim(),
      accountId,
      area,
      activate: tests && activate,
      recipients: tests ? taken.recipients : nobody,
      earlierBuilds,
    };
    if (folder) update.mutate({ ...values, id: folder.id });
    else add.mutate(values);
  };
  return (
    <Dialog
      title={folder ? words.editTitle : words.addTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={busy || accountId === null}>
            {folder ? common.save : words.addButton}
          </Button>
        </>
      }
    >
      <PathField
        path={path}
        problem={pathProblem}
        onPath={(next) => {
          setPath(next);
          setPathProblem(undefined);
        }}
      />
      {accountId === null ? (
        <section className="no-account">
          <h3>{words.noAccountTitle}</h3>
          <p className="field-hint">{words.noAccountText}</p>
          <FirstLook next={{ kind: 'folder', folder }} />
        </section>
      ) : (
        <>
          <div className="field-pair">
            <AccountChooser label={words.account} value={accountId} onChoose={setChosenId} />
            <Choice
              label={words.area}
              value={area}
              choices={[
                ['testingdist', common.area.testingdist],
                ['appstore', common.area.appstore],
              ]}
              onChoose={setArea}
            />
          </div>
          {area === 'testingdist' && (
            <>
              <SwitchField
                checked={activate}
                label={words.activate}
                hint={words.activateHint}
                onChange={setActivate}
              />
              <RecipientsField
                label={words.recipients}
                draft={draft}
                people={people}
                peopleFailure={failure}
                problem={problem}
                onChange={(next) => {
                  setDraft(next);
                  setProblem(null);
                }}
              />
            </>
          )}
          <Choice
            label={words.earlier}
            value={earlierBuilds}
            choices={[
              ['none', words.earlierChoices.none],
              ['newest', words.earlierChoices.newest],
              ['all', words.earlierChoices.all],
            ]}
            onChoose={setEarlier}
          />
        </>
      )}
      {error && <InlineFailure error={error} />}
    </Dialog>
  );
}

type PathProps = {
  readonly path: string;
  readonly problem: string | undefined;
  readonly onPath: (path: string) => void;
};

function PathField({ path, problem, onPath }: PathProps) {
  const info = useAnswer(['info'], 'app.info', {}, { staleTime: Number.POSITIVE_INFINITY });
  const choose = useAsk('folders.choose', (chosen) => chosen !== null && onPath(chosen));
  const inBrowser = info.data?.host === 'browser';
  return (
    <Field label={words.path} hint={inBrowser ? words.browserPathHint : words.pathHint} error={problem}>
      {(ids) => (
        <>
          <div className="input-line">
            <input
              {...ids}
              className="input"
              dir="auto"
              value={path}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              onChange={(event) => onPath(event.currentTarget.value)}
            />
            {info.data && !inBrowser && (
              <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
                {words.choose}
              </Button>
            )}
          </div>
          {choose.error && <InlineFailure error={choose.error} />}
        </>
      )}
    </Field>
  );
}
