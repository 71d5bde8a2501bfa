import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RemovalView, VersionChanges } from '../../../preload/page.ts';
import { noRecipients } from '../../logic/people/recipients.ts';
import { versionLabel } from '../../logic/versions.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { ReleaseNoteField } from '../../parts/fields/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Confirm, FormDialog, useCloseDialog } from '../../parts/overlays/dialog.tsx';
import { RecipientsDialog } from '../../parts/recipients/recipients-dialog.tsx';
import { useApp, useFormat, useIsBuiltIn } from '../../state/app-state.ts';
import { updateVersions } from '../../state/data/apps-data.ts';
import { invalidate, stateOf, useCallQuery, useCommand } from '../../state/data/calls.ts';
import { appCalls } from '../../state/data/live.ts';
import { useForm } from '../../state/drafts/form.ts';
import type { DialogProps } from '../../state/window/dialog.ts';
import { useUndoSend } from './undo-send.ts';

export function RemoveVersionsDialog({ accountId, versions }: DialogProps<'remove-versions'>) {
  const close = useCloseDialog();
  const queries = useQueryClient();
  const [changes, setChanges] = useState<VersionChanges | null>(null);
  const failed = new Map((changes?.failed ?? []).map(({ versionId, failure }) => [versionId, failure]));
  const left = changes ? versions.filter(({ id }) => failed.has(id)) : versions;
  const versionIds = left.map(({ id }) => id);
  const applicationId = versions[0]?.applicationId ?? 0;
  const name = versions[0]?.applicationName ?? '';
  const removal = useRemoval(accountId, applicationId, versionIds);
  const remove = useCommand('apps.removeVersions', (made) => {
    invalidate(queries, appCalls, { accountId });
    if (made.failed.length === 0) close();
    else setChanges(made);
  });
  const title =
    left.length === 1
      ? t('apps.removeVersionTitle', { name, version: left[0]?.version ?? '' })
      : t('apps.removeVersionsTitle', { name, count: left.length });
  return (
    <Confirm
      title={title}
      text={t('apps.removeVersionsText', { count: left.length })}
      button={t('apps.removeVersionsButton', { count: left.length })}
      busyButton={t('apps.deleting')}
      state={stateOf(remove, removal)}
      onConfirm={() => remove.mutate({ accountId, versionIds })}
    >
      {changes ? (
        <div className="removal" role="alert">
          <p>
            {t('apps.stillThere', {
              count: changes.done.length,
              all: changes.done.length + changes.failed.length,
            })}
          </p>
          <ul>
            {left.slice(0, maxNamed).map(({ id, version }) => (
              <li key={id} dir="auto">
                {t('apps.notChanged', { version, reason: failed.get(id)?.message ?? '' })}
              </li>
            ))}
          </ul>
          <MoreApplications count={left.length - maxNamed} />
        </div>
      ) : (
        <RemovalSummary removal={removal.data} />
      )}
    </Confirm>
  );
}

export function RemoveApplicationDialog({
  accountId,
  applicationId,
  name,
}: DialogProps<'remove-application'>) {
  const close = useCloseDialog();
  const app = useApp();
  const queries = useQueryClient();
  const removal = useRemoval(accountId, applicationId);
  const remove = useCommand('apps.remove', () => {
    close();
    app.screen.goTo('apps');
    invalidate(queries, ['apps.list'], { accountId });
  });
  const count = removal.data?.versions.length ?? 0;
  return (
    <Confirm
      title={t('apps.removeApplicationTitle', { name })}
      text={removal.isPending ? t('apps.reading') : t('apps.removeApplicationText', { count })}
      button={t('apps.removeApplicationButton', { count })}
      busyButton={remove.isPending ? t('apps.deleting') : t('apps.reading')}
      state={stateOf(remove, removal)}
      onConfirm={() => remove.mutate({ accountId, applicationId })}
    >
      {count > 0 && <RemovalSummary removal={removal.data} />}
    </Confirm>
  );
}

/** Queries the affected versions and people once, when the dialog opens. */
function useRemoval(accountId: string, applicationId: number, versionIds?: readonly number[]) {
  const values = { accountId, applicationId, ...(versionIds ? { versionIds: [...versionIds] } : {}) };
  return useCallQuery('apps.removal', values, {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const maxNamed = 8;

function RemovalSummary({ removal }: { readonly removal: RemovalView | undefined }) {
  const format = useFormat();
  if (!removal) return <p className="removal quiet">{t('apps.reading')}</p>;
  const { versions, people } = removal;
  const named = people.slice(0, 4);
  const rest = people.length - named.length;
  const names = rest > 0 ? [...named, t('recipients.andMore', { count: rest })] : named;
  return (
    <div className="removal">
      <ul>
        {versions.slice(0, maxNamed).map((version) => (
          <li key={version.id}>
            <bdi>{versionLabel(version)}</bdi> <span className="quiet">· {version.platformTypeName}</span>
            {version.isActive && <span className="removal-active">{t('apps.active')}</span>}
          </li>
        ))}
      </ul>
      <MoreApplications count={versions.length - maxNamed} />
      <p dir="auto">
        {people.length === 0
          ? t('apps.notSent')
          : t('apps.peopleLose', { count: people.length, names: format.list(names) })}
      </p>
    </div>
  );
}

function MoreApplications({ count }: { readonly count: number }) {
  return count > 0 ? <p className="quiet">{t('apps.andMoreVersions', { count })}</p> : null;
}

export function NoteDialog({ version }: DialogProps<'note'>) {
  const save = useCommand('service.setReleaseNote', useCloseDialog());
  const form = useForm({ releaseNote: version.releaseNote ?? '' }, [save]);
  return (
    <FormDialog
      title={t('apps.editNote')}
      button={t('common.save')}
      state={form}
      onSubmit={() => save.mutate({ versionId: version.id, ...form.draft })}
    >
      <ReleaseNoteField
        label={t('apps.note')}
        hint={t('uploads.releaseNoteHint')}
        rows={6}
        {...form.text('releaseNote')}
      />
    </FormDialog>
  );
}

export function SendDialog({ accountId, version, recipients: given }: DialogProps<'send'>) {
  const close = useCloseDialog();
  const { applicationId } = version;
  const [emptied, setEmptied] = useState(false);
  const last = useCallQuery('apps.lastRecipients', { accountId, applicationId }, { staleTime: 0, gcTime: 0 });
  const queries = useQueryClient();
  const { delaySeconds, offerUndo } = useUndoSend(accountId);
  const send = useCommand('apps.send', (sent) => {
    updateVersions(queries, accountId, [sent]);
    offerUndo(sent);
    close();
  });
  const isBuiltIn = useIsBuiltIn(accountId);
  if (last.isPending) return null;
  const chosen = emptied || given ? null : (last.data ?? null);
  return (
    <RecipientsDialog
      key={chosen ? 'as last time' : 'empty'}
      title={t('apps.sendTitle', { name: version.applicationName, version: version.version })}
      accountId={accountId}
      first={given ?? chosen ?? noRecipients}
      reopen={(recipients) => ({ kind: 'send', accountId, version, recipients })}
      sending={send}
      onSend={(recipients, sendAnyway) =>
        send.mutate({ accountId, versionId: version.id, recipients, sendAnyway, delaySeconds })
      }
      noted={isBuiltIn ? { versionId: version.id, releaseNote: version.releaseNote ?? '' } : null}
    >
      {!version.isActive && (
        <p className="notice tone-attention">
          <Icon name="warning" /> {t('apps.sendOff')}
        </p>
      )}
      {chosen && (
        <p className="same-recipients">
          {t('apps.asLastTime')}{' '}
          <Button variant="quiet" onClick={() => setEmptied(true)}>
            {t('apps.startEmpty')}
          </Button>
        </p>
      )}
    </RecipientsDialog>
  );
}
