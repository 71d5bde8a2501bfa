import { useMemo } from 'react';
import type { Screen } from '../../logic/screen.ts';
import { arrange, dayOf, type Line, needsAttention, stuckFiles, totalsOf } from '../../logic/uploads.ts';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { FileButton } from '../../parts/fields/file-input.tsx';
import { ScreenFrame } from '../../parts/frame/screen-frame.tsx';
import { Grid } from '../../parts/list/grid.tsx';
import { Totals } from '../../parts/list/totals.tsx';
import {
  useAccounts,
  useApp,
  useFolders,
  useFormat,
  useRunningUploads,
  useUploadList,
} from '../../state/app-state.ts';
import { failureOf, useCommand } from '../../state/data/calls.ts';
import { type Older, useHistory } from '../../state/data/history.ts';
import { useStableOrder, useToday } from '../../state/stable-order.ts';
import { useStore } from '../../state/store.ts';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { NoResults } from '../nothing-found.tsx';
import { BlocksBar, NetworkBar } from './blocks-bar.tsx';
import { ExposureBar } from './exposure-bar.tsx';
import { FirstUploadHint, SampleChoice } from './first-upload.tsx';
import { StateSegments } from './state-choice.tsx';
import { canCancel, useRemoveUpload } from './upload-actions.ts';
import { UploadDrawer } from './upload-drawer.tsx';
import { PendingFileRow, UploadRow } from './upload-row.tsx';

type UploadsLocation = Extract<Screen, { readonly kind: 'uploads' }>;

export function UploadsScreen({ location }: { readonly location: UploadsLocation }) {
  const app = useApp();
  const { found, older } = useHistory();
  const lines = useLines(found, older !== null);
  const headingOf = useHeadings();
  const remove = useRemoveUpload();
  const steady = useStableOrder(lines, (line) => line.key);
  const open = (id: string | null): void => app.screen.replace({ kind: 'uploads', uploadId: id });
  const openId = location.uploadId;
  const isFirst = useStore(app.preferences)?.firstStep != null && lines.length === 0;
  const hasAny = useUploadList().length > 0;
  const isSearched = useStore(app.search) !== '';
  return (
    <ScreenFrame
      title={t('common.screen.uploads')}
      totals={<UploadTotals />}
      actions={!isFirst && <TitleActions />}
      searchable={hasAny || lines.length > 0 || isSearched}
      onCloseDrawer={() => open(null)}
      drawer={openId !== null && <UploadDrawer key={openId} id={openId} />}
    >
      {hasAny && <StateSegments />}
      <NetworkBar />
      <BlocksBar />
      <ExposureBar />
      {lines.length === 0 ? (
        <NoUploads />
      ) : (
        <div className="stable-list" {...steady.pointer}>
          <Grid<Line>
            label={t('uploads.list')}
            lines={steady.lines}
            keyOf={(line) => line.key}
            headingOf={headingOf}
            flexible
            openKey={openId}
            onOpen={(line) => {
              if (line.kind === 'upload') open(line.id);
              if (line.kind === 'older') older?.show();
            }}
            onToggle={(line) => {
              if (line.kind === 'upload') open(line.id === openId ? null : line.id);
              if (line.kind === 'older') older?.show();
            }}
            onDelete={(line) => {
              const upload = line.kind === 'upload' ? app.uploads.get(line.id) : undefined;
              if (!upload) return;
              if (canCancel(upload.state)) app.dialog.set({ kind: 'cancel-upload', upload });
              else remove(upload);
            }}
          >
            {(line) => {
              if (line.kind === 'upload') return <UploadRow id={line.id} />;
              if (line.kind === 'waiting') return <PendingFileRow file={line.file} folder={line.folder} />;
              if (line.kind === 'older' && older) return <OlderRow older={older} />;
              return null;
            }}
          </Grid>
        </div>
      )}
    </ScreenFrame>
  );
}

function useLines(found: ReadonlySet<string>, hasOlder: boolean): readonly Line[] {
  const app = useApp();
  const uploads = useUploadList();
  const folders = useFolders();
  const search = useStore(app.search);
  const filter = useStore(app.stateFilter);
  return useMemo(() => {
    const lines = arrange(uploads, folders, search, { found, filter });
    return hasOlder ? [...lines, { kind: 'older', key: 'older' }] : lines;
  }, [uploads, folders, search, found, filter, hasOlder]);
}

function useHeadings(): (line: Line) => string | null {
  const format = useFormat();
  const today = useToday();
  return (line) => {
    if (line.kind !== 'heading') return null;
    if (line.group !== 'day') return t(`uploads.group.${line.group}`);
    if (line.day === today) return t('uploads.today');
    if (line.day === dayOf(today - 1)) return t('uploads.yesterday');
    const day = format.day(line.day, today);
    // Some languages write weekdays in lower case.
    return day.charAt(0).toUpperCase() + day.slice(1);
  };
}

function TitleActions() {
  const app = useApp();
  const paused = useStore(app.paused);
  const pause = useCommand('uploads.setPaused');
  const hasAccount = useAccounts().length > 0;
  const isSending = useRunningUploads().some(({ state }) => state === 'uploading') && !paused;
  const label = paused ? t('uploads.resumeAll') : t('uploads.pauseAll');
  return (
    <>
      {hasAccount && (
        <IconButton
          icon={paused ? 'play' : 'paused'}
          label={pause.error ? `${label}: ${failureOf(pause.error).message}` : label}
          className={pause.error ? 'tone-failed' : ''}
          onClick={() =>
            isSending
              ? app.dialog.set({ kind: 'pause-upload', upload: null })
              : pause.mutate({ paused: !paused })
          }
        />
      )}
      <FileButton
        label={t('uploads.upload')}
        onFiles={(files) => app.dialog.set({ kind: 'upload', files })}
      />
    </>
  );
}

function NoUploads() {
  const app = useApp();
  const search = useStore(app.search);
  const filter = useStore(app.stateFilter);
  const accounts = useAccounts();
  const folders = useFolders();
  const preferences = useStore(app.preferences);
  if (search.trim() !== '') return <NoResults />;
  if (filter !== 'all') return <Empty title={t('common.nothingFound')} text={t('uploads.nothingOfThese')} />;
  if (preferences?.firstStep) return <FirstSteps step={preferences.firstStep} />;
  if (accounts.length === 0) {
    return (
      <Empty drawing="all" title={t('uploads.firstTitle')} text={t('uploads.firstText')}>
        <FirstUploadHint />
      </Empty>
    );
  }
  const [watched] = folders;
  if (watched)
    return (
      <Empty
        drawing="all"
        title={t('uploads.waitingFirst', { name: watched.name })}
        text={t('uploads.waitingFirstText')}
      >
        <SampleChoice />
      </Empty>
    );
  return (
    <Empty drawing="all" title={t('uploads.emptyTitle')} text={t('uploads.emptyText')}>
      <div className="first-example">
        <Button variant="primary" onClick={() => app.dialog.set({ kind: 'folder', folder: null })}>
          {t('uploads.watchFolder')}
        </Button>
        <SampleChoice />
      </div>
    </Empty>
  );
}

function UploadTotals() {
  const app = useApp();
  const format = useFormat();
  const running = useRunningUploads();
  const attention = useUploadList().filter(needsAttention).length + stuckFiles(useFolders()).length;
  const paused = useStore(app.paused);
  const totals = totalsOf(running);
  const parts = [
    paused ? t('uploads.pausedTotals') : null,
    attention > 0 ? t('uploads.attentionTotals', { count: attention }) : null,
    totals.working > 0 ? t('uploads.uploadingTotals', { count: totals.working }) : null,
    totals.queued > 0 ? t('uploads.queuedTotals', { count: totals.queued }) : null,
    totals.bytesPerSecond > 0 ? format.speed(totals.bytesPerSecond) : null,
    totals.secondsLeft !== null ? t('uploads.timeLeft', { time: format.duration(totals.secondsLeft) }) : null,
  ];
  return <Totals parts={parts} />;
}

function OlderRow({ older }: { readonly older: Older }) {
  return (
    <div className="row">
      <Button disabled={older.busy} onClick={older.show}>
        {t('uploads.showOlder', { number: older.left })}
      </Button>
      {older.failure && <InlineFailure failure={older.failure} />}
    </div>
  );
}
