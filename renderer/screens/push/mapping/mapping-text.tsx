import { type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import type { MappingProblem } from '../../../../preload/page.ts';
import { lineStart, type TextPlace } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icons.tsx';

export type TextHandle = { goTo(place: TextPlace): void };

type Props = {
  readonly ref: Ref<TextHandle>;
  readonly text: string;
  /** Null before it was read. */
  readonly problems: readonly MappingProblem[] | null;
  readonly onText: (text: string) => void;
};

/** The text with numbered lines, and below it what is worth a look; a click leads to the place. */
export function MappingText({ ref, text, problems, onText }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const goTo = ({ line, column }: TextPlace): void => {
    const field = area.current;
    if (!field) return;
    const start = lineStart(field.value, line);
    const end = field.value.indexOf('\n', start);
    field.focus();
    field.setSelectionRange(start + column - 1, end < 0 ? field.value.length : end);
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    field.scrollTop = Math.max(0, (line - 3) * height);
  };
  useImperativeHandle(ref, () => ({ goTo }));
  return (
    <section className="mapping-side" aria-label={t('push-mapping.text')}>
      <div className="mapping-text">
        <LineNumbers ref={gutter} text={text} problems={problems ?? []} />
        <textarea
          ref={area}
          value={text}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-label={t('push-mapping.textLabel')}
          onChange={(event) => onText(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <Problems problems={problems} onGoTo={goTo} />
    </section>
  );
}

type NumbersProps = {
  readonly ref: Ref<HTMLDivElement>;
  readonly text: string;
  readonly problems: readonly MappingProblem[];
};

function LineNumbers({ ref, text, problems }: NumbersProps) {
  const count = useMemo(() => text.split('\n').length, [text]);
  const worst = new Map<number, MappingProblem['severity']>();
  for (const { line, severity } of problems) {
    if (worst.get(line) !== 'error') worst.set(line, severity);
  }
  return (
    <div ref={ref} className="mapping-gutter" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <div key={index} className={`mapping-number mapping-number-${worst.get(index + 1) ?? 'fine'}`}>
          {index + 1}
        </div>
      ))}
    </div>
  );
}

type ProblemsProps = {
  readonly problems: readonly MappingProblem[] | null;
  readonly onGoTo: (place: TextPlace) => void;
};

function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems === null) return null;
  return (
    <div className="mapping-problems">
      <h3 className="visually-hidden">{t('push-mapping.problems')}</h3>
      <p className={problems.length === 0 ? 'mapping-fine' : 'visually-hidden'} role="status">
        {problems.length === 0 && <Icon name="check" />}
        {problems.length === 0
          ? t('push-mapping.noProblems')
          : t('push-mapping.countProblems', { count: problems.length })}
      </p>
      <ul>
        {problems.map(({ severity, message, line, column }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice of one place
          <li key={index} className={`mapping-problem mapping-problem-${severity}`}>
            <Icon name={severity === 'error' ? 'failed' : 'warning'} />
            <div>
              <span className="visually-hidden">{t(`push-mapping.severity.${severity}`)}:</span>{' '}
              <span dir="auto">{message}</span>{' '}
              <Button look="quiet" onClick={() => onGoTo({ line, column })}>
                {t('push-mapping.problemAt', { line, column })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
