import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileChange, FindingView, RuleView, Verdict } from '../../../../preload/page.ts';
import { changedLines } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { InlineFailure } from '../../../parts/failure.tsx';
import { Icon, type IconName } from '../../../parts/icons.tsx';
import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { useOpenMapping } from '../mapping/open-mapping.ts';

const icons: Readonly<Record<Verdict, IconName>> = {
  pass: 'check',
  fail: 'failed',
  unclear: 'question',
};

type Props = {
  readonly folder: string;
  readonly mappingPath: string;
  readonly rule: RuleView;
  readonly onChanged: () => void;
};

export function RuleCard({ folder, mappingPath, rule: { rule, verdict, findings, fix }, onChanged }: Props) {
  const app = useApp();
  const [isPreviewOpen, setLooking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    flushSync(() => setLooking(false));
    button.current?.focus();
  };
  const [done, setDone] = useState<FileChange | null>(null);
  const undo = useCommand('push.project.undoFix', () => {
    setDone(null);
    onChanged();
  });
  const apply = useCommand('push.project.fix', (_, { change }) => {
    setLooking(false);
    setDone(change);
    onChanged();
    app.undo.offer({ text: () => fixedText(change), undo: () => undo.mutateAsync({ folder }) });
  });
  const title = t(`push.rules.${rule}.title`);
  const error = apply.error ?? undo.error;
  return (
    <li className="push-rule" data-verdict={verdict}>
      <div className="push-rule-head">
        <span className={`push-verdict push-verdict-${verdict}`}>
          <Icon name={icons[verdict]} />
          {t(`push.verdict.${verdict}`)}
        </span>
        <h3>{title}</h3>
        {fix && !isPreviewOpen && (
          <Button ref={button} onClick={() => setLooking(true)} aria-label={t('push.fixOf', { rule: title })}>
            {t('push.fix')}
          </Button>
        )}
      </div>
      <p className="field-hint">{t(`push.rules.${rule}.why`)}</p>
      <ul className="push-findings">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings may be duplicates and are always replaced together
          <FindingLine key={index} finding={finding} mappingPath={mappingPath} />
        ))}
      </ul>
      {fix && isPreviewOpen && (
        <FixPreview
          fix={fix}
          busy={apply.isPending}
          onApply={() => apply.mutate({ folder, rule, change: fix.change })}
          onClose={close}
        />
      )}
      <p className="push-done" role="status">
        {done && fixedText(done)}
      </p>
      {error && <InlineFailure error={error} />}
    </li>
  );
}

const fixedText = ({ file }: FileChange): string => t('push.fixed', { file });

type FindingProps = { readonly finding: FindingView; readonly mappingPath: string };

function FindingLine({ finding, mappingPath }: FindingProps) {
  const { verdict, message, file, line, column, path } = finding;
  const show = useCommand('app.showInFolder');
  const open = useOpenMapping();
  const isMapping = path !== null && path === mappingPath && verdict !== 'unclear';
  const position = line === null || column === null ? null : t('push.at', { line, column });
  return (
    <li className="push-finding">
      <Icon name={icons[verdict]} className={`push-verdict-${verdict}`} />
      <div>
        <span className="visually-hidden">{t(`push.verdict.${verdict}`)}:</span>{' '}
        <span dir="auto">{message}</span>
        {file !== null && (
          <div className="push-where">
            <code className="wrap-anywhere">{file}</code>
            {position && <span>{position}</span>}
            {path !== null && (
              <Button
                variant="quiet"
                onClick={() => show.mutate({ path })}
                aria-label={t('push.showFile', { file })}
              >
                {t('push.show')}
              </Button>
            )}
            {isMapping && line !== null && (
              <Button
                variant="quiet"
                onClick={() => open.open(mappingPath, { line, column: column ?? 1 })}
                aria-label={t('push.editAt', { line })}
              >
                {t('push.edit')}
              </Button>
            )}
          </div>
        )}
        {show.error && <InlineFailure error={show.error} />}
        {open.error && <InlineFailure error={open.error} />}
      </div>
    </li>
  );
}

type FixProps = {
  readonly fix: NonNullable<RuleView['fix']>;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
};

function FixPreview({ fix: { message, change }, busy, onApply, onClose }: FixProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The preview replaces the button that had the focus.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="push-fix">
      <p>
        <strong dir="auto">{message}</strong>
      </p>
      <ChangeView change={change} />
      <div className="button-line">
        <Button ref={button} variant="primary" disabled={busy} onClick={onApply}>
          {busy ? t('push.changing') : t(`push.apply.${kindOf(change)}`)}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </div>
  );
}

const kindOf = (change: FileChange): 'make' | 'change' | 'rename' => {
  if (change.kind === 'rename') return 'rename';
  return change.before === null ? 'make' : 'change';
};

function ChangeView({ change }: { readonly change: FileChange }) {
  if (change.kind === 'rename') {
    return <p className="wrap-anywhere">{t('push.renames', { file: change.file, to: change.to })}</p>;
  }
  return (
    <figure className="push-change">
      <figcaption className="wrap-anywhere">
        {t(`push.changes.${change.before === null ? 'make' : 'change'}`, { file: change.file })}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="push-lines" tabIndex={0} aria-label={t('push.changedLines')}>
        {changedLines(change).map(({ kind, number, text }) => (
          <div key={`${kind} ${number}`} className={`push-line push-line-${kind}`}>
            <span className="push-line-number" aria-hidden="true">
              {number}
            </span>
            <span className="push-line-mark">
              <span aria-hidden="true">{marks[kind]}</span>
              <span className="visually-hidden">{t(`push.line.${kind}`)}</span>
            </span>
            <code>{text}</code>
          </div>
        ))}
      </section>
    </figure>
  );
}

const marks = { same: ' ', added: '+', removed: '−' } as const;
