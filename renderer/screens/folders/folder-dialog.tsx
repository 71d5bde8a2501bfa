import { useEffect, useRef, useState } from 'react';
import type { FolderView } from '../../../preload/page.ts';
import {
  applicationFor,
  applicationsKey,
  type FolderProblems,
  moreDraftOf,
  problemsOf,
  takeFiles,
  takeMore,
  withPreset,
} from '../../logic/drafts/folder-draft.ts';
import { nobody } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Choice, Field } from '../../parts/fields/fields.tsx';
import { FormDialog } from '../../parts/overlays/dialog.tsx';
import { failureOf, useAnswer, useAsk } from '../../state/data/calls.ts';
import { TargetFields, useTargetDraft } from '../target-fields.tsx';
import { FirstLook } from '../uploads/first-look.tsx';
import { ApplicationField } from './application-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { PresetsField, usePresets } from './presets-field.tsx';
import { TryOut } from './try-out.tsx';

type Props = { readonly folder: FolderView | null; readonly onClose: () => void };

/** Adds a folder, or changes what happens with the builds in one. */
export function FolderDialog({ folder, onClose }: Props) {
  const [path, setPath] = useState(folder?.path ?? '');
  const target = useTargetDraft({
    accountId: folder?.accountId ?? null,
    area: folder?.area ?? 'testingdist',
    activate: folder?.activate ?? true,
    recipients: folder?.recipients ?? nobody,
    sendAnyway: folder?.sendAnyway ?? false,
  });
  /** As a person named it: choosing a place in it does not make that place the project. */
  const [project, setProject] = useState('');
  const [existingBuilds, setEarlier] = useState<FolderView['existingBuilds']>(
    folder?.existingBuilds ?? 'none',
  );
  const [more, setMore] = useState(() => moreDraftOf(folder));
  const [missing, setMissing] = useState<FolderProblems>({});
  const add = useAsk('folders.add', onClose);
  const update = useAsk('folders.update', onClose);
  const look = usePresets(project);
  const trial = { path: path.trim(), existingBuilds, ...takeFiles(more) };
  const busy = add.isPending || update.isPending;
  const error = add.error ?? update.error;
  const refused = error ? problemsOf(failureOf(error), more) : null;
  const unreadable = look.error && project === path.trim() ? failureOf(look.error).message : undefined;
  const problems = { path: unreadable, ...refused, ...missing };
  const changed = (): void => {
    setMissing({});
    if (!busy) for (const call of [add, update]) call.reset();
  };
  const submit = (waitForFolder = false): void => {
    if (busy) return;
    const chosen = target.take();
    const noPath = path.trim() === '';
    const rule = takeMore(more, target);
    setMissing({
      ...(noPath ? { path: t('folders.pathMissing') } : {}),
      ...(rule ? {} : { moveTo: t('folders.moveMissing') }),
    });
    if (!chosen || !rule || noPath) return;
    const values = { ...chosen, ...rule, path: path.trim(), existingBuilds, waitForFolder };
    if (folder) update.mutate({ ...values, id: folder.id });
    else add.mutate(values);
  };
  return (
    <FormDialog
      title={folder ? t('folders.editTitle') : t('folders.addTitle')}
      button={folder ? t('common.save') : t('folders.addButton')}
      disabled={busy || target.accountId === null}
      error={refused ? null : error}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <PathField
        path={path}
        problem={problems.path}
        refused={refused?.path !== undefined}
        onPath={(next) => {
          setPath(next);
          changed();
        }}
        onEntered={setProject}
      />
      {error && failureOf(error).code === 'watcher/missing' && (
        <div>
          <Button onClick={() => submit(true)}>{t('folders.waitInstead')}</Button>
        </div>
      )}
      {!folder && look.data && (
        <PresetsField
          key={project}
          presets={look.data}
          onChoose={(preset) => {
            setPath(preset.path);
            setMore(withPreset(more, preset));
            changed();
          }}
        />
      )}
      {target.accountId === null ? (
        <section className="no-account">
          <h3>{t('folders.noAccountTitle')}</h3>
          <p className="field-hint">{t('folders.noAccountText')}</p>
          <FirstLook next={{ kind: 'folder', folder }} />
        </section>
      ) : (
        <>
          <TargetFields
            target={target}
            labels={{
              account: t('folders.account'),
              area: t('folders.area'),
              activate: t('folders.activate'),
              activateHint: t('folders.activateHint'),
              recipients: t('folders.recipients'),
              sendAnyway: { label: t('folders.sendAnyway'), hint: t('folders.sendAnywayHint') },
            }}
          />
          <MoreFields
            draft={more}
            problems={problems}
            onChange={(next) => {
              setMore(next);
              changed();
            }}
          >
            <ApplicationField
              accountId={target.accountId}
              area={target.area}
              value={applicationFor(more, target)}
              onChoose={(application) =>
                setMore({ ...more, application, applicationIn: applicationsKey(target) })
              }
            />
            <Choice
              label={t('folders.existing')}
              hint={t(`folders.existingHint.${existingBuilds}`)}
              value={existingBuilds}
              choices={[
                ['none', t('folders.existingChoices.none')],
                ['newest', t('folders.existingChoices.newest')],
                ['all', t('folders.existingChoices.all')],
              ]}
              onChoose={setEarlier}
            />
          </MoreFields>
          <TryOut key={JSON.stringify(trial)} draft={trial} />
        </>
      )}
    </FormDialog>
  );
}

type PathProps = {
  readonly path: string;
  readonly problem: string | undefined;
  /** Whether it kept the folder from being watched: then it gets the focus. */
  readonly refused: boolean;
  readonly onPath: (path: string) => void;
  /** Called with what was typed or chosen, when a person is done with it. */
  readonly onEntered: (path: string) => void;
};

function PathField({ path, problem, refused, onPath, onEntered }: PathProps) {
  const typed = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) input.current?.focus();
  }, [refused]);
  const info = useAnswer(['info'], 'app.info', {}, { staleTime: Number.POSITIVE_INFINITY });
  const choose = useAsk('folders.choose', (chosen) => {
    if (chosen === null) return;
    onPath(chosen);
    onEntered(chosen);
  });
  const inBrowser = info.data?.host === 'browser';
  return (
    <Field
      label={t('folders.path')}
      // In its place, so that the button below stays where it is while it is pressed.
      {...(problem ? {} : { hint: inBrowser ? t('folders.browserPathHint') : t('folders.pathHint') })}
      error={problem}
    >
      {(ids) => (
        <>
          <div className="input-line">
            <input
              {...ids}
              ref={input}
              className="input"
              required
              dir="auto"
              value={path}
              spellCheck={false}
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              onChange={(event) => {
                typed.current = true;
                onPath(event.currentTarget.value);
              }}
              onBlur={() => {
                if (typed.current) onEntered(path.trim());
                typed.current = false;
              }}
            />
            {info.data && !inBrowser && (
              <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
                {t('folders.choose')}
              </Button>
            )}
          </div>
          {choose.error && <InlineFailure error={choose.error} />}
        </>
      )}
    </Field>
  );
}
