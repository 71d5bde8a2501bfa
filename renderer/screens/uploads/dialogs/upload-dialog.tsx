/** Shows what was read from dropped builds and where they will go, then uploads them. */
import { useState } from 'react';
import type { Format } from '../../../format.ts';
import { nobody } from '../../../logic/people/recipients.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { ReleaseNoteField } from '../../../parts/fields/release-note-field.tsx';
import { FormDialog } from '../../../parts/overlays/dialog.tsx';
import { Facts } from '../../../parts/overlays/drawer.tsx';
import { useAccounts, useApp, useFormat } from '../../../state/app-state.ts';
import { useAsk } from '../../../state/data/calls.ts';
import type { UploadInto } from '../../../state/window/dialog.ts';
import { type TargetDraft, TargetFields, useTargetDraft } from '../../target-fields.tsx';
import { FirstLook } from '../first-look.tsx';
import { recipientsText } from '../upload-text.ts';
import { BuildList, OneBuild } from './dropped-builds.tsx';
import { useDroppedFiles } from './dropped-files.ts';

type Props = {
  readonly files: readonly File[];
  readonly into?: UploadInto | undefined;
  readonly onClose: () => void;
};

export function UploadDialog({ files, into, onClose }: Props) {
  const app = useApp();
  const format = useFormat();
  const target = useTargetDraft({
    accountId: into?.accountId ?? null,
    area: into?.area ?? 'testingdist',
    activate: true,
    recipients: nobody,
    sendAnyway: false,
  });
  const [releaseNote, setReleaseNote] = useState('');
  const profile = target.accountId === into?.accountId ? (into?.profile ?? null) : null;
  const account = useAccounts().find((each) => each.id === target.accountId);
  const dropped = useDroppedFiles(files);
  const [leftOut, leaveOut] = useState<ReadonlySet<File>>(new Set());
  const only = dropped.length === 1 ? dropped[0] : undefined;
  const wanted = dropped.filter((each) => !leftOut.has(each.file));
  const ready = wanted.filter((each) => each.kind === 'ready');
  const possible = dropped.filter((each) => each.kind !== 'failed').length;
  const chosen = wanted.filter((each) => each.kind !== 'failed').length;
  const hasWarnings = ready.some((each) => (each.info.installWarnings ?? []).length > 0);
  const reading = chosen > ready.length;
  const add = useAsk('uploads.add', (uploads) => {
    for (const upload of uploads) if (!app.uploads.get(upload.id)) app.uploads.put(upload);
    onClose();
    app.place.goTo('uploads');
  });
  const submit = (): void => {
    if (ready.length === 0 || reading || add.isPending) return;
    const taken = target.take();
    if (!taken) return;
    add.mutate({
      ...taken,
      ...(profile ? { application: { kind: 'chosen', id: profile.id } } : {}),
      ...(releaseNote.trim() === '' || target.area === 'appstore' ? {} : { releaseNote: releaseNote.trim() }),
      paths: ready.map((each) => each.path),
    });
  };
  return (
    <FormDialog
      title={
        possible === 0 ? t('uploads.confirmNone') : t('uploads.confirmTitle', { count: chosen || possible })
      }
      button={t('uploads.uploadButton', { count: chosen || 1 })}
      {...(account && possible > 0 ? { note: planText(target, account.name, chosen, format) } : {})}
      disabled={target.accountId === null || ready.length === 0 || reading || add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {only && <OneBuild dropped={only} />}
      {target.accountId === null ? (
        <section className="no-account">
          <h3>{t('uploads.noAccountTitle')}</h3>
          <p className="field-hint">{t('uploads.noAccountText')}</p>
          <FirstLook
            next={{ kind: 'upload', files: wanted.map(({ file }) => file), ...(into ? { into } : {}) }}
          />
        </section>
      ) : (
        possible > 0 &&
        (profile && account ? (
          <>
            <Facts
              facts={[
                [
                  t('uploads.into'),
                  t('uploads.intoProfile', { profile: profile.name, account: account.name }),
                ],
              ]}
            />
            <div className="button-line">
              <Button onClick={() => app.dialog.set({ kind: 'upload', files })}>
                {t('uploads.intoElsewhere')}
              </Button>
            </div>
          </>
        ) : (
          <TargetFields
            target={target}
            labels={{
              account: t('uploads.account'),
              area: t('uploads.area'),
              storeHint: t('uploads.storeHint'),
              activate: t('uploads.activate'),
              activateHint: t('uploads.activateHint'),
              recipients: t('uploads.tell'),
              ...(hasWarnings
                ? { sendAnyway: { label: t('uploads.sendAnyway'), hint: t('uploads.sendAnywayHint') } }
                : {}),
            }}
          />
        ))
      )}
      {!only && <BuildList dropped={dropped} leftOut={leftOut} onLeaveOut={leaveOut} />}
      {target.accountId !== null && possible > 0 && target.area === 'testingdist' && (
        <ReleaseNoteField
          label={t('uploads.releaseNote')}
          hint={t('uploads.releaseNoteHint')}
          rows={only ? 3 : 1}
          value={releaseNote}
          onText={setReleaseNote}
        />
      )}
    </FormDialog>
  );
}

/** What becomes of the chosen builds, in a sentence. */
function planText(target: TargetDraft, account: string, count: number, format: Format): string {
  if (count === 0) return t('uploads.planNone');
  if (target.area === 'appstore') return t('uploads.planStore', { count, account });
  if (!target.activate) return t('uploads.planInactive', { count, account });
  const names = recipientsText(target.draft.recipients, target.people, format);
  return names
    ? t('uploads.planSent', { count, account, names })
    : t('uploads.planActive', { count, account });
}
