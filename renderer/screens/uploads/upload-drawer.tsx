import type { UploadView } from '../../../preload/page.ts';
import { baseName, isCopy } from '../../logic/file-path.ts';
import { audience } from '../../logic/people/recipients.ts';
import {
  currentPath,
  dayOf,
  displayName,
  isSentAgain,
  obstacleOf,
  versionText,
} from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { LinkSection } from '../../parts/link-section.tsx';
import { NoteText } from '../../parts/note-text.tsx';
import { Drawer, DrawerSection, Facts, Selectable } from '../../parts/overlays/drawer.tsx';
import { menuActions, useActions } from '../../state/actions.ts';
import { useAccounts, useFormat, useUpload } from '../../state/app-state.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { usePeople } from '../../state/data/push-data.ts';
import { useToday } from '../../state/stable-order.ts';
import { installsFact, packageFacts, TechnicalDetails, Warnings } from './package-facts.tsx';
import { type UploadActions, useUploadActions } from './upload-actions.ts';
import { reasonText, sizeText, stateText } from './upload-text.ts';

export function UploadDrawer({ id }: { readonly id: string }) {
  const listed = useUpload(id);
  const stored = useCallQuery('uploads.get', { id }, { enabled: listed === undefined });
  const upload = listed ?? stored.data;
  if (upload) return <Details upload={upload} />;
  if (!stored.error) return null;
  return (
    <Drawer title={t('uploads.notInHistory')}>
      <p className="quiet">{t('uploads.notInHistoryText')}</p>
    </Drawer>
  );
}

function Details({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const { people } = usePeople(upload.accountId);
  const actions = useUploadActions(upload);
  useActions(menuActions('upload', displayName(upload), actions.menu));
  const state = actions.needsService ? t('uploads.serviceStopped') : stateText(upload, people, format);
  const warnings = [...new Set([...upload.notes, ...(upload.package?.warnings ?? [])])];
  const version = upload.package ? versionText(upload.package) : null;
  const title = [displayName(upload), version].filter(Boolean).join(' ');
  return (
    <Drawer title={title} subtitle={state}>
      <NextActionSection upload={upload} actions={actions} />
      {warnings.length > 0 && (
        <DrawerSection title={t('uploads.warnings')}>
          <Warnings warnings={warnings} installability={upload.package?.installability} />
        </DrawerSection>
      )}
      <LinkSection accountId={upload.accountId} link={upload.target?.installLink ?? null} name={title} />
      <TimelineSection upload={upload} />
      <RecipientsSection upload={upload} />
      {upload.releaseNote && (
        <DrawerSection title={t('uploads.releaseNote')}>
          <NoteText note={upload.releaseNote} />
        </DrawerSection>
      )}
      <BuildSection upload={upload} />
    </Drawer>
  );
}

type ToDoProps = { readonly upload: UploadView; readonly actions: UploadActions };

function NextActionSection({ upload, actions }: ToDoProps) {
  const { primaryAction, answers, main, busy } = actions;
  const failure = actions.failure ?? (actions.needsService ? null : (upload.failure ?? upload.block));
  const summary = failure ? reasonText(upload, failure) : '';
  const likelyButton = primaryAction && (
    <Button disabled={busy} onClick={primaryAction.run}>
      {primaryAction.label}
    </Button>
  );
  const isObstacle = obstacleOf(upload) !== null;
  return (
    <>
      {failure && (
        <InlineFailure
          failure={failure}
          {...(summary === failure.message ? {} : { summary })}
          announce={actions.failure !== null}
        >
          {!isObstacle && likelyButton}
        </InlineFailure>
      )}
      {answers && (
        <div className="button-line">
          {answers.map(({ label, run }, index) => (
            <Button key={label} variant={index === 0 ? 'primary' : 'plain'} disabled={busy} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {(isObstacle || main.length > 0) && (
        <div className="drawer-bar">
          {isObstacle && likelyButton}
          {main.map(({ label, run }) => (
            <Button key={label} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function TimelineSection({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const today = useToday();
  if (upload.timeline.length === 0) return null;
  const dayOfPrevious = (index: number): number => {
    const previous = upload.timeline[index - 1];
    return previous ? dayOf(previous.at) : today;
  };
  const dotOf = (event: string): string =>
    event === 'sent' && !isSentAgain(upload) ? '' : `timeline-${event}`;
  return (
    <DrawerSection title={t('uploads.timeline')}>
      <ol className="timeline">
        {upload.timeline.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={`${entry.event} ${entry.at} ${index}`} className={dotOf(entry.event)}>
            <span>
              {entry.event === 'sent'
                ? t(`common.mail.${upload.mail ?? 'waiting'}`)
                : t(`uploads.event.${entry.event}`, { percent: format.percent((entry.percent ?? 0) / 100) })}
            </span>
            <time title={format.dateTime(entry.at)}>
              {dayOf(entry.at) === dayOfPrevious(index)
                ? format.exactTime(entry.at)
                : format.dateTime(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
}

function RecipientsSection({ upload }: { readonly upload: UploadView }) {
  const { people } = usePeople(upload.accountId);
  if (upload.area !== 'testingdist') return null;
  const { names, unknown } = audience(upload.recipients, people);
  const all = unknown > 0 ? [...names, t('recipients.andMore', { count: unknown })] : names;
  const isActivated = upload.activate && upload.state !== 'failed' && upload.state !== 'cancelled';
  if (all.length === 0 && !isActivated) return null;
  return (
    <DrawerSection title={t('uploads.recipients')}>
      {all.length === 0 ? (
        <p className="quiet">{t('recipients.none')}</p>
      ) : (
        <ul className="names">
          {all.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  );
}

function BuildSection({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const accounts = useAccounts();
  const info = upload.package;
  return (
    <DrawerSection title={t('uploads.package')}>
      <Facts
        facts={[
          ...(info && upload.state !== 'failed' ? [installsFact(info.installability)] : []),
          ...(info ? packageFacts(info, format) : []),
          [t('uploads.size'), sizeText(upload, format)],
          [t('uploads.account'), accounts.find((account) => account.id === upload.accountId)?.name],
          [t('uploads.area'), t(`common.area.${upload.area}`)],
          [t('uploads.application'), upload.target?.applicationName],
          [
            t('uploads.file'),
            <Selectable
              key="path"
              text={isCopy(upload.path) ? baseName(upload.path) : (currentPath(upload) ?? upload.path)}
            />,
          ],
        ]}
      />
      <TechnicalDetails info={info} sha256={upload.sha256} />
    </DrawerSection>
  );
}
