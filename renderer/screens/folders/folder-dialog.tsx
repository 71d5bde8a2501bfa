import { useId, useRef, useState } from 'react';
import type { FolderPreset, FolderView } from '../../../preload/page.ts';
import {
  applicationFor,
  applicationsKey,
  type FolderDraft,
  filesDraft,
  filesRule,
  folderDraft,
  folderRule,
} from '../../logic/drafts/folder-draft.ts';
import { noRecipients } from '../../logic/people/recipients.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, options, SwitchField } from '../../parts/fields/fields.tsx';
import { FolderField } from '../../parts/fields/folder-field.tsx';
import { Select } from '../../parts/fields/select.tsx';
import { FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { RecipientsField } from '../../parts/recipients/recipients-field.tsx';
import { useApp } from '../../state/app-state.ts';
import { failureOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { type Form, useForm } from '../../state/drafts/form.ts';
import type { DialogProps } from '../../state/window/dialog.ts';
import { AccountChooser, type TargetDraft, useTargetDraft } from '../target-fields.tsx';
import { FirstUploadHint } from '../uploads/first-upload.tsx';
import { DryRun } from './dry-run.tsx';
import { ruleChips } from './folder-text.ts';
import { MoreFields } from './more-fields.tsx';

export function FolderDialog({ folder }: DialogProps<'folder'>) {
  const close = useCloseDialog();
  const add = useCommand('folders.add', close);
  const update = useCommand('folders.update', close);
  const form = useForm(() => folderDraft(folder), [add, update]);
  const { draft, change } = form;
  const target = useTargetDraft({
    accountId: folder?.accountId ?? null,
    area: folder?.area ?? 'testingdist',
    activate: folder?.activate ?? true,
    recipients: folder?.recipients ?? noRecipients,
    sendAnyway: folder?.sendAnyway ?? false,
  });
  const [project, setProject] = useState('');
  const presets = usePresets(project);
  const files = filesRule(draft);
  const unreadable = presets.error && project === files.path ? failureOf(presets.error).message : undefined;
  const refusal = add.error ?? update.error;
  const submit = (waitForFolder = false): void => {
    const chosen = target.read();
    const isComplete = form.check(() => ({
      path: files.path === '' ? t('folders.pathMissing') : undefined,
      'afterUpload.folder':
        draft.afterUpload === 'move' && draft['afterUpload.folder'].trim() === ''
          ? t('folders.moveMissing')
          : undefined,
    }));
    if (!chosen || !isComplete) return;
    const values = { ...chosen, ...folderRule(draft, target), waitForFolder };
    if (folder) update.mutate({ ...values, id: folder.id });
    else add.mutate(values);
  };
  return (
    <FormDialog
      title={folder ? t('folders.editTitle') : t('folders.addTitle')}
      button={folder ? t('common.save') : t('folders.addButton')}
      disabled={target.accountId === null}
      state={form}
      onSubmit={() => submit()}
    >
      <PathField
        path={draft.path}
        problem={form.problems.path ?? unreadable}
        onPath={(path) => change({ path })}
        onEntered={setProject}
      />
      {refusal && failureOf(refusal).code === 'watcher/missing' && (
        <div>
          <Button onClick={() => submit(true)}>{t('folders.waitInstead')}</Button>
        </div>
      )}
      {!folder && presets.data && (
        <PresetsField
          key={project}
          presets={presets.data}
          onChoose={({ path, rule }) => change({ path, ...filesDraft(rule) })}
        />
      )}
      {target.accountId === null ? (
        <section className="no-account">
          <h3>{t('folders.noAccountTitle')}</h3>
          <p className="field-hint">{t('folders.noAccountText')}</p>
          <FirstUploadHint next={{ kind: 'folder', folder }} />
        </section>
      ) : (
        <RuleFields form={form} target={target} accountId={target.accountId} />
      )}
    </FormDialog>
  );
}

type RuleProps = {
  readonly form: Form<FolderDraft>;
  readonly target: TargetDraft;
  readonly accountId: string;
};

function RuleFields({ form, target, accountId }: RuleProps) {
  const { draft, change } = form;
  const files = filesRule(draft);
  const isTest = target.area === 'testingdist';
  return (
    <>
      <AccountChooser label={t('folders.account')} value={accountId} onChoose={target.chooseAccount} />
      {isTest && (
        <RecipientsField
          label={t('folders.recipients')}
          draft={target.draft}
          people={target.people}
          peopleFailure={target.peopleFailure}
          problem={target.problem}
          onChange={target.setDraft}
        />
      )}
      <MoreFields form={form} chips={ruleChips(draft, target)}>
        <Choice
          label={t('folders.area')}
          value={target.area}
          choices={options(['testingdist', 'appstore'], (area) => t(`common.area.${area}`))}
          onChoose={target.chooseArea}
        />
        {isTest && (
          <>
            <SwitchField
              checked={target.activate}
              label={t('folders.activate')}
              hint={t('folders.activateHint')}
              onChange={target.setActivate}
            />
            <SwitchField
              checked={!target.sendAnyway}
              label={t('folders.askBeforeSending')}
              hint={t('folders.askBeforeSendingHint')}
              onChange={(ask) => target.setSendAnyway(!ask)}
            />
          </>
        )}
        <ApplicationField
          accountId={accountId}
          area={target.area}
          value={applicationFor(draft, target)}
          onChoose={(application) => change({ application, applicationIn: applicationsKey(target) })}
        />
        <Choice
          label={t('folders.existing')}
          hint={t(`folders.existingHint.${draft.existingBuilds}`)}
          choices={options(['none', 'newest', 'all'], (which) => t(`folders.existingChoices.${which}`))}
          {...form.choice('existingBuilds')}
        />
      </MoreFields>
      <DryRun key={JSON.stringify(files)} draft={files} />
    </>
  );
}

type PathProps = {
  readonly path: string;
  readonly problem: string | undefined;
  readonly onPath: (path: string) => void;
  readonly onEntered: (path: string) => void;
};

function PathField({ path, problem, onPath, onEntered }: PathProps) {
  const isTyped = useRef(false);
  const { inWindow } = useApp().connection;
  return (
    <FolderField
      label={t('folders.path')}
      // The error replaces the hint, so that the button below does not move while the user presses it.
      hint={problem ? undefined : inWindow ? t('folders.pathHint') : t('folders.browserPathHint')}
      error={problem}
      chooseText={t('folders.choose')}
      required
      value={path}
      onText={(next) => {
        isTyped.current = true;
        onPath(next);
      }}
      onChosen={(next) => {
        onPath(next);
        onEntered(next);
      }}
      onBlur={() => {
        if (isTyped.current) onEntered(path.trim());
        isTyped.current = false;
      }}
    />
  );
}

function usePresets(path: string) {
  return useCallQuery('folders.presets', { path }, { enabled: path !== '', gcTime: 0 });
}

type Props = {
  readonly presets: readonly FolderPreset[];
  readonly onChoose: (preset: FolderPreset) => void;
};

function PresetsField({ presets, onChoose }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(-1);
  // The `drop` preset matches every folder, so it does not show that this is a project.
  if (presets.every(({ kind }) => kind === 'drop')) return null;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('folders.presets')}
      </label>
      <Select
        id={id}
        aria-describedby={`${id}-why`}
        value={chosen}
        onChange={(event) => {
          const index = Number(event.currentTarget.value);
          const preset = presets[index];
          setChosen(index);
          if (preset) onChoose(preset);
        }}
      >
        <option value={-1} disabled={true}>
          {t('folders.choosePreset')}
        </option>
        {presets.map((preset, index) => (
          <option key={`${preset.name} ${preset.path}`} value={index}>
            {presets.filter(({ name }) => name === preset.name).length > 1
              ? t('folders.preset', { name: preset.name, path: preset.path })
              : preset.name}
          </option>
        ))}
      </Select>
      <p id={`${id}-why`} className="field-hint" dir="auto">
        {presets[chosen]?.reason ?? t('folders.presetsFound')}
      </p>
    </div>
  );
}

type Application = FolderView['application'];

type ApplicationFieldProps = {
  readonly accountId: string;
  readonly area: FolderView['area'];
  readonly value: Application;
  readonly onChoose: (application: Application) => void;
};

function ApplicationField({ accountId, area, value, onChoose }: ApplicationFieldProps) {
  const known = useApplications(accountId, area);
  const id = value.kind === 'chosen' ? value.id : null;
  const listed =
    id === null || known.some((each) => each.id === id)
      ? known
      : [{ id, name: t('folders.applicationOf.chosen', { id }) }, ...known];
  return (
    <Choice
      label={t('folders.application')}
      hint={t(`folders.applicationHint.${value.kind}`)}
      value={id === null ? value.kind : String(id)}
      choices={[
        ['found', t('folders.applicationOf.found')],
        ['new', t('folders.applicationOf.new')],
        ...listed.map(
          (each) => [String(each.id), t('folders.applicationOf.always', { name: each.name })] as const,
        ),
      ]}
      onChoose={(key) => {
        if (key === 'found' || key === 'new') onChoose({ kind: key });
        else onChoose({ kind: 'chosen', id: Number(key) });
      }}
    />
  );
}

function useApplications(
  accountId: string,
  area: FolderView['area'],
): readonly { readonly id: number; readonly name: string }[] {
  const isStore = area === 'appstore';
  const values = { accountId };
  const apps = useCallQuery('apps.list', values, { enabled: !isStore });
  const store = useCallQuery('store.list', values, { enabled: isStore });
  return (isStore ? store.data : apps.data) ?? [];
}
