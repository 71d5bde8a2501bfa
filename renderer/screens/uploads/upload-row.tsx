import type { UploadState, UploadView } from '../../../preload/page.ts';
import { displayName, finishedAt, versionText } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, CopyButton, IconButton } from '../../parts/button.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { RowMenu } from '../../parts/menu.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { Tile } from '../../parts/tile.tsx';
import { useAccounts, useFolders, useFormat, useUpload } from '../../state/app-state.ts';
import { usePeople } from '../../state/people.ts';
import { useUploadIcon } from '../../state/pictures.ts';
import { useUploadActions } from './upload-actions.ts';
import { fromText, originText, stateText } from './upload-text.ts';

const stateIcons: Record<UploadState, readonly [IconName, string]> = {
  ready: ['question', 'tone-attention'],
  queued: ['waiting', 'tone-quiet'],
  uploading: ['uploads', 'tone-working'],
  confirming: ['uploads', 'tone-working'],
  activating: ['uploads', 'tone-working'],
  sending: ['uploads', 'tone-working'],
  cleaning: ['uploads', 'tone-working'],
  retrying: ['waiting', 'tone-attention'],
  paused: ['paused', 'tone-quiet'],
  asking: ['question', 'tone-attention'],
  done: ['check', 'tone-good'],
  failed: ['failed', 'tone-failed'],
  cancelled: ['cancelled', 'tone-quiet'],
  'already-there': ['check', 'tone-quiet'],
};

/** Draws one upload; nothing while it is not known. */
export function UploadRow({ id, active }: { readonly id: string; readonly active: boolean }) {
  const upload = useUpload(id);
  return upload ? <KnownUploadRow upload={upload} active={active} /> : null;
}

function KnownUploadRow({ upload, active }: { readonly upload: UploadView; readonly active: boolean }) {
  const folders = useFolders();
  const accounts = useAccounts();
  const actions = useUploadActions(upload);
  const picture = useUploadIcon(upload.icon);
  const name = displayName(upload);
  const version = upload.package && versionText(upload.package);
  const reason = actions.failure ?? upload.failure;
  const from = fromText(upload, folders);
  const warnings = [...upload.notes, ...upload.sendWarnings, ...(upload.package?.warnings ?? [])];
  const tabIndex = active ? 0 : -1;
  return (
    <div className="row upload-row">
      <Tile name={name} picture={picture} />
      <div className="row-main">
        <div className="row-first">
          <bdi className="row-name" title={name}>
            {name}
          </bdi>
          {version && <bdi className="row-version">{version}</bdi>}
        </div>
        <div className="row-second">
          {reason ? (
            <>
              {from && (
                <bdi className="row-origin" title={from}>
                  {from}
                </bdi>
              )}
              <span
                className={upload.state === 'failed' || actions.failure ? 'tone-failed' : ''}
                dir="auto"
                title={reason.message}
              >
                {reason.message}
              </span>
            </>
          ) : (
            <span dir="auto">{originText(upload, folders, accounts)}</span>
          )}
          {warnings.length > 0 && !reason && (
            <span className="row-warning tone-attention" title={warnings.join('\n')}>
              <Icon name="warning" />
              <span dir="auto">{warnings[0]}</span>
            </span>
          )}
        </div>
      </div>
      <div className="row-side">
        {upload.state === 'uploading' && <Progress upload={upload} />}
        <StateLine upload={upload} />
        {upload.state !== 'uploading' && (
          <div className="row-actions">
            {(actions.answers ?? [actions.likely]).map(
              (action) =>
                action && (
                  <Button
                    key={action.label}
                    look="quiet"
                    tabIndex={tabIndex}
                    disabled={actions.busy}
                    onClick={action.run}
                  >
                    {action.label}
                  </Button>
                ),
            )}
            {upload.state === 'done' && upload.target?.installLink && (
              <CopyButton
                look="quiet"
                tabIndex={tabIndex}
                text={upload.target.installLink}
                label={t('uploads.copyLink')}
              />
            )}
          </div>
        )}
      </div>
      <RowMenu
        entries={actions.menu}
        trigger={
          <IconButton
            icon="more"
            label={t('common.moreFor', { name })}
            title={t('common.more')}
            tabIndex={tabIndex}
          />
        }
      />
    </div>
  );
}

function StateLine({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const { people } = usePeople(upload.accountId);
  const [icon, tone] = upload.waiting?.for === 'line' ? stateIcons.retrying : stateIcons[upload.state];
  const ended =
    upload.state === 'done' ||
    upload.state === 'already-there' ||
    upload.state === 'cancelled' ||
    upload.state === 'failed';
  return (
    <div className="row-state">
      <span className={`row-state-icon ${tone}`}>
        <Icon name={icon} />
      </span>
      <span className={`row-state-text ${tone}`} dir="auto">
        {stateText(upload, people, format)}
      </span>
      {ended && <time className="row-time">{format.time(finishedAt(upload))}</time>}
    </div>
  );
}

function Progress({ upload }: { readonly upload: UploadView }) {
  const format = useFormat();
  const fraction = upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : 0;
  const percent = format.percent(fraction);
  const left = upload.secondsLeft === null ? null : format.duration(upload.secondsLeft);
  return (
    <div className="row-progress">
      <ProgressBar
        fraction={fraction}
        label={t('uploads.progressOf', { name: displayName(upload) })}
        text={percent}
      />
      <span className="row-percent">{percent}</span>
      <span className="row-figures">
        <span className="row-bytes">{format.bytesOf(upload.sentBytes, upload.totalBytes)}</span>
        {upload.bytesPerSecond !== null && (
          <span className="row-speed">{format.speed(upload.bytesPerSecond)}</span>
        )}
        {left && <span className="row-left">{left}</span>}
      </span>
    </div>
  );
}
