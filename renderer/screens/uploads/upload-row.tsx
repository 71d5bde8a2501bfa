import type { FolderView, UploadState, UploadView, WaitingFileView } from '../../../preload/page.ts';
import { baseName } from '../../logic/file-path.ts';
import {
  displayName,
  finishedAt,
  fractionOf,
  hardwareText,
  isDebugBuild,
  obstacleOf,
  versionText,
} from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { Row } from '../../parts/list/row.tsx';
import { Tile } from '../../parts/list/tile.tsx';
import { MoreMenu } from '../../parts/overlays/menu.tsx';
import { useAccounts, useFolders, useFormat, useUpload } from '../../state/app-state.ts';
import { failureOf, useCommand } from '../../state/data/calls.ts';
import { usePeople, useUploadIcon } from '../../state/data/push-data.ts';
import { type UploadActions, useUploadActions } from './upload-actions.ts';
import { justOutText, originText, reasonText, stateText } from './upload-text.ts';
import { useJustOut } from './use-just-out.ts';

const stateIcons: Record<UploadState, readonly [IconName, string]> = {
  ready: ['question', 'tone-attention'],
  queued: ['waiting', 'tone-quiet'],
  uploading: ['uploads', 'tone-working'],
  confirming: ['uploads', 'tone-working'],
  activating: ['uploads', 'tone-working'],
  sending: ['uploads', 'tone-working'],
  cleaning: ['uploads', 'tone-working'],
  retrying: ['waiting', 'tone-quiet'],
  paused: ['paused', 'tone-quiet'],
  asking: ['question', 'tone-attention'],
  done: ['check', 'tone-good'],
  failed: ['failed', 'tone-failed'],
  cancelled: ['cancelled', 'tone-quiet'],
  'already-there': ['check', 'tone-quiet'],
};

const finishedStates: readonly UploadState[] = ['done', 'already-there', 'cancelled', 'failed'];

export function UploadRow({ id }: { readonly id: string }) {
  const upload = useUpload(id);
  return upload ? <ListedUploadRow upload={upload} /> : null;
}

function ListedUploadRow({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const folders = useFolders();
  const accounts = useAccounts();
  const actions = useUploadActions(upload);
  const picture = useUploadIcon(upload.icon);
  const name = displayName(upload);
  const hardware = upload.package && hardwareText(upload.package);
  const isUploading = upload.state === 'uploading';
  const isJustOut = useJustOut(upload);
  return (
    <Row
      className={`upload-row ${isJustOut ? 'row-just-out' : ''}`}
      tile={<Tile name={name} picture={picture} />}
      name={name}
      version={upload.package && versionText(upload.package)}
      beside={
        <>
          {hardware && <bdi className="row-version">{hardware}</bdi>}
          {upload.package && isDebugBuild(upload.package) && (
            <span className="row-chip" title={t('uploads.debugHint')}>
              {t('uploads.debug')}
            </span>
          )}
        </>
      }
      second={<span dir="auto">{originText(upload, folders, accounts, format)}</span>}
      line={<LastLine line={lineOf(upload, actions)} />}
    >
      <div className="row-side">
        {isUploading && <Figures upload={upload} />}
        <StateLine upload={upload} needsService={actions.needsService} isJustOut={isJustOut} />
        {!isUploading && <RowActions upload={upload} actions={actions} />}
      </div>
      <MoreMenu name={name} entries={actions.menu} />
      {isUploading && (
        <ProgressBar
          fraction={fractionOf([upload])}
          label={t('uploads.progressOf', { name })}
          text={format.percent(fractionOf([upload]))}
        />
      )}
    </Row>
  );
}

type ActionsProps = { readonly upload: UploadView; readonly actions: UploadActions };

function RowActions({ upload, actions: { answers, primaryAction, busy } }: ActionsProps) {
  const isOut = upload.state === 'done' && obstacleOf(upload) !== 'not-installable';
  const link = isOut ? upload.target?.installLink : null;
  return (
    <div className="row-actions">
      {(answers ?? [primaryAction]).map(
        (action) =>
          action && (
            <Button key={action.label} variant="quiet" disabled={busy} onClick={action.run}>
              {action.label}
            </Button>
          ),
      )}
      {link && <CopyButton variant="quiet" text={link} label={t('uploads.copyLink')} />}
    </div>
  );
}

function LastLine({ line }: { readonly line: Line | null }) {
  return (
    line && (
      <p className={`row-line ${line.tone}`} title={line.title}>
        {line.tone === 'tone-attention' && <Icon name="warning" />}
        <span dir="auto">{line.text}</span>
      </p>
    )
  );
}

type Line = { readonly tone: string; readonly text: string; readonly title: string };

/** Returns the failure, or the warnings and notes that the state omits. Only install warnings are amber. */
function lineOf(upload: UploadView, { failure, needsService }: UploadActions): Line | null {
  const reason = failure ?? (needsService ? null : upload.failure);
  if (reason) {
    const tone = upload.state === 'failed' || failure ? 'tone-failed' : 'tone-quiet';
    return { tone, text: reasonText(upload, reason), title: reason.message };
  }
  if (isMailedAnyway(upload))
    return { tone: 'tone-attention', text: upload.stateLabel, title: upload.stateLabel };
  const isInState = upload.state === 'asking' || obstacleOf(upload) === 'not-installable';
  const warnings = isInState ? [] : (upload.package?.installWarnings ?? []);
  const all = [...new Set([...warnings, ...upload.notes])];
  const text = warnings.length > 0 ? upload.sendWarningLabel : all[0];
  if (!text) return null;
  const tone = warnings.length > 0 ? 'tone-attention' : 'tone-quiet';
  return { tone, text, title: all.join('\n') };
}

/** Returns true for a build that was mailed although no device can install it. The line shows the obstacle. */
const isMailedAnyway = (upload: UploadView): boolean =>
  upload.mail !== null && obstacleOf(upload) === 'not-installable';

type StateProps = {
  readonly upload: UploadView;
  readonly needsService: boolean;
  readonly isJustOut: boolean;
};

function StateLine({ upload, needsService, isJustOut }: StateProps) {
  const format = useFormat();
  const { people } = usePeople(upload.accountId);
  const [icon, tone] = stateVariant(upload, needsService);
  const ended = finishedStates.includes(upload.state);
  const text = isJustOut ? justOutText(upload, people) : stateText(upload, people, format);
  const shown = needsService ? t('uploads.serviceStopped') : text;
  return (
    <div className="row-state">
      <span className={`row-state-icon ${tone}`}>
        <Icon name={icon} />
      </span>
      <span className={`row-state-text ${tone}`} dir="auto" title={shown}>
        {shown}
      </span>
      {ended && !needsService && <time className="row-time">{format.time(finishedAt(upload))}</time>}
    </div>
  );
}

/** Returns the icon of an upload's state, and the CSS class of its colour. */
export function stateVariant(upload: UploadView, needsService: boolean): readonly [IconName, string] {
  if (needsService) return ['waiting', 'tone-attention'];
  if (upload.stall?.reason === 'acknowledgement') return stateIcons.retrying;
  if (upload.state === 'done' && upload.mail === 'waiting') return stateIcons.queued;
  const obstacle = obstacleOf(upload);
  // Unmailed and inactive builds follow the user's settings. Amber is for builds that testers cannot install.
  if (obstacle === 'not-mailed') return ['mail', 'tone-quiet'];
  if (isMailedAnyway(upload)) return ['mailed', 'tone-quiet'];
  if (obstacle === 'inactive') return ['check', 'tone-quiet'];
  return obstacle === null ? stateIcons[upload.state] : ['warning', 'tone-attention'];
}

function Figures({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const left = upload.secondsLeft === null ? null : format.duration(upload.secondsLeft);
  return (
    <div className="row-progress">
      <span className="row-figures">
        <span>{format.bytesOf(upload.sentBytes, upload.totalBytes)}</span>
        {upload.bytesPerSecond !== null && (
          <span className="row-speed">{format.speed(upload.bytesPerSecond)}</span>
        )}
        {left && <span className="row-left">{left}</span>}
      </span>
      <span className="row-percent">{format.percent(fractionOf([upload]))}</span>
    </div>
  );
}

type Props = {
  /** Progress from 0 to 1; null if unknown. */
  readonly fraction: number | null;
  readonly label: string;
  readonly text?: string;
};

function ProgressBar({ fraction, label, text }: Props) {
  return (
    <div
      className={`progress ${fraction === null ? 'progress-unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === null ? undefined : Math.floor(fraction * 100)}
      aria-valuetext={text}
    >
      <div className="progress-done" style={{ transform: `scaleX(${fraction ?? 1})` }} />
    </div>
  );
}

type WaitingRowProps = { readonly file: WaitingFileView; readonly folder: FolderView };

export function PendingFileRow({ file, folder }: WaitingRowProps) {
  const format = useFormat();
  const show = useCommand('app.showInFolder');
  const { path, reason, size, since, isStuck } = file;
  const tone = isStuck ? 'tone-attention' : 'tone-quiet';
  const name = baseName(path);
  const second =
    (show.error && failureOf(show.error).message) ?? t('uploads.fromFolder', { name: folder.name });
  return (
    <Row
      className="upload-row"
      tile={<Tile name={name} picture={null} />}
      name={name}
      title={path}
      second={<span dir="auto">{second}</span>}
      line={<LastLine line={{ tone: 'tone-quiet', text: reason, title: reason }} />}
    >
      <div className="row-side">
        <div className="row-state">
          <span className={`row-state-icon ${tone}`}>
            <Icon name={isStuck ? 'warning' : 'waiting'} />
          </span>
          <span className={`row-state-text ${tone}`}>{t('uploads.group.waiting')}</span>
        </div>
        <div className="row-note">
          {format.bytes(size)} · {t('uploads.waitingSince', { time: format.time(since) })}
        </div>
      </div>
      <MoreMenu
        name={name}
        entries={[{ label: t('uploads.showInFolder'), run: () => show.mutate({ path }) }]}
      />
    </Row>
  );
}
