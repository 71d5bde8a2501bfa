/** Shows what was read from dropped builds and where they will go, then uploads them. */
import { useState } from 'react';
import { draftOf, draftProblem, nobody, takeText } from '../../logic/recipients.ts';
import { versionText } from '../../logic/uploads.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, SwitchField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { RecipientsField } from '../../parts/recipients-field.tsx';
import { Tile } from '../../parts/tile.tsx';
import { useAccounts, useActiveAccount, useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import { usePeople } from '../../state/people.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/uploads.ts';
import { type DroppedFile, useDroppedFiles } from './dropped-files.ts';
import { FirstLook } from './first-look.tsx';

type Props = { readonly files: readonly File[]; readonly onClose: () => void };

export function UploadDialog({ files, onClose }: Props) {
  const app = useApp();
  const active = useActiveAccount();
  const accounts = useAccounts();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const accountId = accounts.some((account) => account.id === chosenId) ? chosenId : (active?.id ?? null);
  const [area, setArea] = useState<'testingdist' | 'appstore'>('testingdist');
  const [activate, setActivate] = useState(true);
  const [draft, setDraft] = useState(() => draftOf(nobody));
  const [problem, setProblem] = useState<string | null>(null);
  const { people, failure } = usePeople(accountId);
  const dropped = useDroppedFiles(files);
  const ready = dropped.filter((each) => each.kind === 'ready');
  const reading = dropped.some((each) => each.kind === 'copying' || each.kind === 'reading');
  const add = useAsk('uploads.add', (uploads) => {
    for (const upload of uploads) if (!app.uploads.get(upload.id)) app.uploads.put(upload);
    onClose();
    app.place.goTo('uploads');
  });
  const submit = (): void => {
    if (accountId === null || ready.length === 0 || reading || add.isPending) return;
    const taken = takeText(draft, draft.text, people);
    setDraft(taken);
    const wrong = area === 'testingdist' ? draftProblem(taken) : null;
    setProblem(wrong);
    if (wrong !== null) return;
    const tests = area === 'testingdist';
    const recipients = tests ? taken.recipients : nobody;
    add.mutate({
      paths: ready.map((each) => each.path),
      accountId,
      area,
      activate: tests && activate,
      recipients,
    });
  };
  return (
    <Dialog
      title={
        ready.length === 0 && !reading
          ? words.confirmNone
          : words.confirmTitle(Math.max(1, reading ? files.length : ready.length))
      }
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={accountId === null || ready.length === 0 || reading || add.isPending}
          >
            {words.uploadButton(Math.max(1, ready.length))}
          </Button>
        </>
      }
    >
      <ul className="dropped" aria-live="polite">
        {dropped.map((each) => (
          <DroppedRow
            key={`${each.file.name} ${each.file.size} ${each.file.lastModified}`}
            dropped={each}
            {...(files.length > 1
              ? {
                  onLeaveOut: () =>
                    app.dialog.set({ kind: 'upload', files: files.filter((file) => file !== each.file) }),
                }
              : {})}
          />
        ))}
      </ul>
      {accountId === null ? (
        <section className="no-account">
          <h3>{words.noAccountTitle}</h3>
          <p className="field-hint">{words.noAccountText}</p>
          <FirstLook next={{ kind: 'upload', files }} />
        </section>
      ) : (
        ready.length + Number(reading) > 0 && (
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
                {...(area === 'appstore' ? { hint: words.storeHint } : {})}
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
                  label={words.tell}
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
          </>
        )
      )}
      {add.error && <InlineFailure error={add.error} />}
    </Dialog>
  );
}

function DroppedRow({
  dropped,
  onLeaveOut,
}: {
  readonly dropped: DroppedFile;
  readonly onLeaveOut?: () => void;
}) {
  const format = useFormat();
  const { file } = dropped;
  const info = dropped.kind === 'ready' ? dropped.info : null;
  const name = info?.name ?? info?.id ?? file.name;
  return (
    <li className="dropped-row">
      <Tile name={name} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name">{name}</bdi>
          {info && <bdi className="row-version">{versionText(info)}</bdi>}
        </div>
        <div className="row-second">
          {dropped.kind === 'copying' && words.copying}
          {dropped.kind === 'reading' && words.reading}
          {info && (
            <span dir="auto">
              {[common.platform[info.platform], info.id, format.bytes(file.size)].join(' · ')}
            </span>
          )}
          {dropped.kind === 'failed' && `${format.bytes(file.size)} · ${words.notUploaded}`}
        </div>
        {dropped.kind === 'failed' && <InlineFailure failure={dropped.failure} />}
        {info && info.warnings.length > 0 && (
          <ul className="warnings">
            {info.warnings.map((warning) => (
              <li key={warning}>
                <Icon name="warning" className="tone-attention" />
                <span dir="auto">{warning}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {onLeaveOut && <IconButton icon="close" label={words.leaveOut(name)} onClick={onLeaveOut} />}
    </li>
  );
}
