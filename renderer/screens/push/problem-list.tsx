import type { MappingProblem } from '../../../preload/page.ts';
import type { TextPosition } from '../../logic/push/project.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icons.tsx';

type Props = {
  readonly problems: readonly MappingProblem[];
  readonly onGoTo: (position: TextPosition) => void;
};

export function ProblemList({ problems, onGoTo }: Props) {
  return (
    <ul className="push-problems">
      {problems.map(({ severity, message, line, column }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: problems may be duplicates
        <li key={index} className="push-problem">
          {severity === 'error' ? (
            <Icon name="failed" className="tone-failed" />
          ) : (
            <Icon name="info" className="quiet" />
          )}
          <div>
            <span className="visually-hidden">{t(`push-mapping.severity.${severity}`)}:</span>{' '}
            <span dir="auto">{message}</span>{' '}
            <Button variant="quiet" onClick={() => onGoTo({ line, column })}>
              {t('push-mapping.problemAt', { line, column })}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
