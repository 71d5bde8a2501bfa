import { useRef, useState } from 'react';
import type { ImportLine, ImportReport } from '../../../../preload/page.ts';
import { countLines, toBase64 } from '../../../logic/service.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { FieldError } from '../../../parts/fields/fields.tsx';
import { FileInput } from '../../../parts/fields/file-input.tsx';
import { Grid } from '../../../parts/list/grid.tsx';
import { Dialog, useCloseDialog } from '../../../parts/overlays/dialog.tsx';
import { Status } from '../../../parts/status.tsx';
import { useFormat } from '../../../state/app-state.ts';
import { stateOf, useCommand, useDryRun } from '../../../state/data/calls.ts';
import { useNarrow } from '../../../state/window/narrow.ts';

const maxFileBytes = 16 * 1024 * 1024;

type Chosen = { readonly name: string; readonly csv: string };

/** Imports people from a CSV file. Shows the result for each line before anything is changed. */
export function ImportDialog() {
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const plan = useDryRun('service.importPeople');
  const run = useCommand('service.importPeople');
  const report = run.data ?? plan.data ?? null;
  const usable = report ? report.lines.length - countLines(report).refused : 0;
  const { busy, error } = stateOf(plan, run);
  const read = async (file: File): Promise<void> => {
    run.reset();
    plan.reset();
    setTooLarge(file.size > maxFileBytes);
    if (file.size > maxFileBytes) return;
    const csv = toBase64(new Uint8Array(await file.arrayBuffer()));
    setChosen({ name: file.name, csv });
    plan.mutate({ csv, dryRun: true });
  };
  const submit = (): void => {
    if (run.data) close();
    else if (chosen && usable > 0 && !busy) run.mutate({ csv: chosen.csv, dryRun: false });
  };
  return (
    <Dialog
      title={t('service.importTitle')}
      onSubmit={submit}
      footer={
        run.data ? (
          <Button variant="primary" type="submit">
            {t('service.done')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" type="submit" disabled={busy || usable === 0}>
              {run.isPending ? t('service.importing') : t('service.importButton', { count: usable })}
            </Button>
          </>
        )
      }
    >
      <p className="quiet">{t('service.importText')}</p>
      {!run.data && (
        <div className="input-line">
          <CsvButton
            label={chosen ? t('service.chooseOther') : t('service.chooseCsv')}
            busy={busy}
            onFile={(file) => void read(file)}
          />
          {chosen && (
            <bdi className="chosen-file" title={chosen.name}>
              {chosen.name}
            </bdi>
          )}
        </div>
      )}
      {tooLarge && <FieldError>{t('service.importTooLarge')}</FieldError>}
      {plan.isPending && <Status>{t('service.reading')}</Status>}
      {report && <Report report={report} />}
      {error ? <InlineFailure error={error} /> : null}
    </Dialog>
  );
}

type CsvProps = { readonly label: string; readonly busy: boolean; readonly onFile: (file: File) => void };

function CsvButton({ label, busy, onFile }: CsvProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FileInput ref={input} accept=".csv,.txt,text/csv" label={label} onFile={onFile} />
    </>
  );
}

function Report({ report }: { readonly report: ImportReport }) {
  const format = useFormat();
  const narrow = useNarrow(559);
  const counted = countLines(report);
  const summary = report.dryRun ? t('service.importWould', counted) : t('service.importDone', counted);
  return (
    <>
      <Status>
        <p>
          <strong>{summary}</strong>
        </p>
      </Status>
      {report.dryRun && counted.created + counted.existing === 0 && (
        <FieldError>{t('service.importNothing')}</FieldError>
      )}
      {report.unusedColumns.length > 0 && (
        <p className="quiet" dir="auto">
          {t('service.importUnused', { columns: format.list(report.unusedColumns) })}
        </p>
      )}
      {report.lines.length > 0 && (
        <div className="import-lines">
          <Grid
            label={t('service.importLines')}
            lines={refusedFirst(report)}
            keyOf={(line) => String(line.line)}
            rowHeight={narrow ? 88 : 56}
          >
            {(line) => <LineRow line={line} />}
          </Grid>
        </div>
      )}
    </>
  );
}

const refusedFirst = ({ lines }: ImportReport): readonly ImportLine[] => [
  ...lines.filter(({ outcome }) => outcome === 'refused'),
  ...lines.filter(({ outcome }) => outcome !== 'refused'),
];

function LineRow({ line }: { readonly line: ImportLine }) {
  const { outcome, reason, joined, teamCreated } = line;
  return (
    <div className="row import-line">
      <span className={outcome === 'refused' ? 'tone-failed' : outcome === 'created' ? 'tone-good' : 'quiet'}>
        {t(`service.outcome.${outcome}`)}
      </span>
      <div className="row-main">
        <div className="row-first">
          <bdi>{line.email || t('service.importLine', { number: line.line })}</bdi>
        </div>
        <div className="row-second">
          <span dir="auto" title={reason ?? undefined}>
            {reason ?? (joined === null ? '' : intoTeam(joined, teamCreated))}
          </span>
        </div>
      </div>
      <span className="row-note">{t('service.importLine', { number: line.line })}</span>
    </div>
  );
}

const intoTeam = (team: string, isNew: boolean): string =>
  isNew ? t('service.intoNewTeam', { team }) : t('service.intoTeam', { team });
