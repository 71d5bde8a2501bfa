import { useState } from 'react';
import { audience, hasNoRecipients, noRecipients } from '../../../logic/people/recipients.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { ReleaseNoteField } from '../../../parts/fields/fields.tsx';
import { MailMissing } from '../../../parts/mail-missing.tsx';
import { FormDialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { Facts } from '../../../parts/overlays/drawer.tsx';
import { useAccounts, useApp, useFormat } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { useForm } from '../../../state/drafts/form.ts';
import { useSetUpMail } from '../../../state/next-actions.ts';
import type { DialogProps } from '../../../state/window/dialog.ts';
import { type TargetDraft, TargetFields, useTargetDraft } from '../../target-fields.tsx';
import { FirstUploadHint } from '../first-upload.tsx';
import { BuildList, SingleBuild } from './dropped-builds.tsx';
import { useDroppedFiles } from './dropped-files.ts';
import { useUndoUpload } from './undo-upload.ts';

export function UploadDialog({ files, into, draft }: DialogProps<'upload'>) {
  const app = useApp();
  const close = useCloseDialog();
  const target = useTargetDraft({
    accountId: draft?.accountId ?? into?.accountId ?? null,
    area: draft?.area ?? into?.area ?? 'testingdist',
    activate: draft?.activate ?? true,
    recipients: draft?.recipients ?? noRecipients,
    sendAnyway: draft?.sendAnyway ?? false,
  });
  const { accountId, area } = target;
  const account = useAccounts().find((each) => each.id === accountId);
  const profile = accountId === into?.accountId ? (into?.profile ?? null) : null;
  const format = useFormat();
  const { delaySeconds, offerUndo } = useUndoUpload(accountId ?? '');
  const dropped = useDroppedFiles(files);
  const [leftOut, leaveOut] = useState<ReadonlySet<File>>(new Set());
  const only = dropped.length === 1 ? dropped[0] : undefined;
  const wanted = dropped.filter((each) => !leftOut.has(each.file));
  const ready = wanted.filter((each) => each.kind === 'ready');
  const possible = dropped.filter((each) => each.kind !== 'failed').length;
  const chosen = wanted.filter((each) => each.kind !== 'failed').length;
  const add = useCommand('uploads.add', (uploads) => {
    for (const upload of uploads) if (!app.uploads.get(upload.id)) app.uploads.put(upload);
    if (notified > 0) {
      const ids = uploads.map(({ id }) => id);
      offerUndo(ids, (left) => t('uploads.mailLeaves', { time: format.duration(left) }));
    }
    close();
    app.screen.goTo('uploads');
  });
  const form = useForm({ releaseNote: draft?.releaseNote ?? '' }, [add]);
  const isSent =
    accountId !== null &&
    possible > 0 &&
    area === 'testingdist' &&
    target.activate &&
    !hasNoRecipients(target.draft.recipients);
  const isMailed = useSetUpMail(accountId ?? '') === null;
  const notified = isSent && isMailed ? audience(target.draft.recipients, target.people).people : 0;
  const isReady = ready.length > 0 && ready.length === chosen;
  const submit = (): void => {
    const taken = isReady ? target.read() : null;
    if (!taken) return;
    const releaseNote = area === 'appstore' ? '' : form.draft.releaseNote.trim();
    add.mutate({
      ...taken,
      ...(profile ? { application: { kind: 'chosen', id: profile.id } } : {}),
      ...(releaseNote === '' ? {} : { releaseNote }),
      ...(notified > 0 ? { delaySeconds } : {}),
      paths: ready.map((each) => each.path),
    });
  };
  return (
    <FormDialog
      title={titleText(chosen || possible, dropped.length)}
      button={buttonText(chosen, notified)}
      note={
        account && possible > 0 && !(profile && chosen > 0)
          ? planText(target, { account: account.name, count: chosen, isSent: notified > 0 })
          : undefined
      }
      disabled={accountId === null || !isReady}
      state={form}
      onSubmit={submit}
    >
      {only ? (
        <SingleBuild dropped={only} />
      ) : (
        <BuildList dropped={dropped} leftOut={leftOut} onLeaveOut={leaveOut} />
      )}
      {accountId === null && <NoAccount files={wanted.map(({ file }) => file)} into={into} />}
      {possible > 0 && account && profile && (
        <IntoProfile
          profile={profile.name}
          account={account.name}
          onElsewhere={() => app.dialog.set({ kind: 'upload', files })}
        />
      )}
      {possible > 0 && !(account && profile) && (
        <UploadTarget
          target={target}
          hasWarnings={ready.some(({ info }) => (info.installWarnings ?? []).length > 0)}
        />
      )}
      {isSent && (
        <MailMissing
          accountId={accountId}
          back={() => ({
            kind: 'upload',
            files,
            ...(into ? { into } : {}),
            draft: { ...target.values(accountId), releaseNote: form.draft.releaseNote },
          })}
        />
      )}
      {accountId !== null && possible > 0 && area === 'testingdist' && (
        <ReleaseNoteField
          label={t('uploads.releaseNote')}
          hint={t('uploads.releaseNoteHint')}
          rows={only ? 3 : 1}
          {...form.text('releaseNote')}
        />
      )}
    </FormDialog>
  );
}

function NoAccount({ files, into }: DialogProps<'upload'>) {
  return (
    <section className="no-account">
      <h3>{t('uploads.noAccountTitle')}</h3>
      <p className="field-hint">{t('uploads.noAccountText')}</p>
      <FirstUploadHint next={{ kind: 'upload', files, ...(into ? { into } : {}) }} />
    </section>
  );
}

type IntoProps = {
  readonly profile: string;
  readonly account: string;
  readonly onElsewhere: () => void;
};

function IntoProfile({ profile, account, onElsewhere }: IntoProps) {
  return (
    <>
      <Facts facts={[[t('uploads.into'), t('uploads.intoProfile', { profile, account })]]} />
      <div className="button-line">
        <Button onClick={onElsewhere}>{t('uploads.intoElsewhere')}</Button>
      </div>
    </>
  );
}

type TargetProps = { readonly target: TargetDraft; readonly hasWarnings: boolean };

function UploadTarget({ target, hasWarnings }: TargetProps) {
  return (
    <TargetFields
      target={target}
      labels={{
        account: t('uploads.account'),
        area: t('uploads.area'),
        storeHint: t('uploads.storeHint'),
        activate: t('uploads.activate'),
        activateHint: t('uploads.activateHint'),
        recipients: t('uploads.sendTo'),
        ...(hasWarnings
          ? { sendAnyway: { label: t('uploads.sendAnyway'), hint: t('uploads.sendAnywayHint') } }
          : {}),
      }}
    />
  );
}

type Plan = { readonly account: string; readonly count: number; readonly isSent: boolean };

function titleText(count: number, all: number): string {
  if (count === 0) return t('uploads.confirmNone');
  return count < all ? t('uploads.confirmSome', { count, all }) : t('uploads.confirmTitle', { count });
}

function buttonText(builds: number, notified: number): string {
  return notified > 0
    ? t('uploads.uploadAndSend', { count: notified })
    : t('uploads.uploadButton', { count: builds || 1 });
}

/** Returns a summary of the upload without its recipients, which the field and the button already show. */
function planText(target: TargetDraft, { account, count, isSent }: Plan): string {
  if (count === 0) return t('uploads.planNone');
  if (target.area === 'appstore') return t('uploads.planStore', { count, account });
  if (!target.activate) return t('uploads.planInactive', { count, account });
  return isSent ? t('uploads.planSent', { count, account }) : t('uploads.planActive', { count, account });
}
