import type { Ref } from 'react';
import type { MappingProblem } from '../../../../preload/page.ts';
import type { TextPlace } from '../../../logic/push/project.ts';
import { t } from '../../../messages.ts';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { JsonText, type TextHandle } from '../../../parts/json-text/json-text.tsx';

type Props = {
  readonly ref: Ref<TextHandle>;
  readonly text: string;
  /** Null before it was read. */
  readonly problems: readonly MappingProblem[] | null;
  readonly onText: (text: string) => void;
  readonly onGoTo: (place: TextPlace) => void;
};

/** The text with numbered lines, and below it what is worth a look; a click leads to the place. */
export function MappingText({ ref, text, problems, onText, onGoTo }: Props) {
  return (
    <section className="mapping-side" aria-label={t('push-mapping.text')}>
      <JsonText
        ref={ref}
        className="mapping-text"
        label={t('push-mapping.textLabel')}
        value={text}
        marks={problems ?? []}
        wraps={false}
        onText={onText}
      />
      <Problems problems={problems} onGoTo={onGoTo} />
    </section>
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
