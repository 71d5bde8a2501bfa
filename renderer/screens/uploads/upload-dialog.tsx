/** Shows what was read from dropped builds and where they will go, then uploads them. */
import { useState } from 'react';
import { nobody } from '../../logic/people/recipients.ts';
import { versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { TextAreaField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Tile } from '../../parts/tile.tsx';
import { useAccounts, useApp, useFormat } from '../../state/app-state.ts';
import { useAsk } from '../../state/calls.ts';
import type { UploadInto } from '../../state/dialog.ts';
import { useFileIcon } from '../../state/pictures.ts';
import { TargetFields, useTargetDraft } from '../target-fields.tsx';
import { type DroppedFile, useDroppedFiles } from './dropped-files.ts';
import { FirstLook } from './first-look.tsx';
import { packageFacts } from './package-facts.tsx';

/** Characters a text for testers may have. */
const longestReleaseNote = 10_000;

type Props = {
  readonly files: readonly File[];
  readonly into?: UploadInto | undefined;
  readonly onClose: () => void;
};

export function UploadDialog({ files, into, onClose }: Props) {
  const app = useApp();
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
  const ready = dropped.filter((each) => each.kind === 'ready');
  const hasWarnings = ready.some((each) => (each.info.installWarnings ?? []).length > 0);
  const reading = dropped.some((each) => each.kind === 'copying' || each.kind === 'reading');
  const add = useAsk('uploads.add', (uploads) => {
    for (const upload of uploads) if (!app.uploads.get(upload.id)) app.uploads.put(upload);
    onClose();
    app.place.goTo('uploads');
  });
  const submit = (): void => {
    if (ready.length === 0 || reading || add.isPending) return;
    const chosen = target.take();
    if (!chosen) return;
    add.mutate({
      ...chosen,
      ...(profile ? { application: { kind: 'chosen', id: profile.id } } : {}),
      ...(releaseNote.trim() === '' || target.area === 'appstore' ? {} : { releaseNote: releaseNote.trim() }),
      paths: ready.map((each) => each.path),
    });
  };
  return (
    <FormDialog
      title={
        ready.length === 0 && !reading
          ? t('uploads.confirmNone')
          : t('uploads.confirmTitle', { count: Math.max(1, reading ? files.length : ready.length) })
      }
      button={t('uploads.uploadButton', { count: Math.max(1, ready.length) })}
      disabled={target.accountId === null || ready.length === 0 || reading || add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="dropped">
        {dropped.map((each) => (
          <DroppedRow
            key={`${each.file.name} ${each.file.size} ${each.file.lastModified}`}
            dropped={each}
            {...(files.length > 1
              ? {
                  onLeaveOut: () =>
                    app.dialog.set({
                      kind: 'upload',
                      files: files.filter((file) => file !== each.file),
                      ...(into ? { into } : {}),
                    }),
                }
              : {})}
          />
        ))}
      </ul>
      {target.accountId === null ? (
        <section className="no-account">
          <h3>{t('uploads.noAccountTitle')}</h3>
          <p className="field-hint">{t('uploads.noAccountText')}</p>
          <FirstLook next={{ kind: 'upload', files, ...(into ? { into } : {}) }} />
        </section>
      ) : (
        ready.length + Number(reading) > 0 &&
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
            <Button look="quiet" onClick={() => app.dialog.set({ kind: 'upload', files })}>
              {t('uploads.intoElsewhere')}
            </Button>
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
      {target.accountId !== null && target.area === 'testingdist' && (
        <TextAreaField
          label={t('uploads.releaseNote')}
          hint={t('uploads.releaseNoteHint')}
          rows={3}
          maxLength={longestReleaseNote}
          value={releaseNote}
          onText={setReleaseNote}
        />
      )}
    </FormDialog>
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
  const picture = useFileIcon(dropped.kind === 'ready' ? dropped.path : null);
  const name = info?.name ?? info?.id ?? file.name;
  return (
    <li className="dropped-row">
      <Tile name={name} picture={picture} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name">{name}</bdi>
          {info && <bdi className="row-version">{versionText(info)}</bdi>}
        </div>
        <div className="row-second" aria-live={dropped.kind === 'failed' ? 'off' : 'polite'}>
          {dropped.kind === 'copying' && t('uploads.copying')}
          {dropped.kind === 'reading' && t('uploads.reading')}
          {info && (
            <span dir="auto">
              {[t(`common.platform.${info.platform}`), info.id, format.bytes(file.size)].join(' · ')}
            </span>
          )}
          {dropped.kind === 'failed' && `${format.bytes(file.size)} · ${t('uploads.notUploaded')}`}
        </div>
        {dropped.kind === 'failed' && <InlineFailure failure={dropped.failure} />}
        {info && (
          <details className="read-facts">
            <summary>{t('uploads.everythingRead')}</summary>
            <Facts facts={packageFacts(info, format)} />
          </details>
        )}
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
      {onLeaveOut && <IconButton icon="close" label={t('uploads.leaveOut', { name })} onClick={onLeaveOut} />}
    </li>
  );
}
