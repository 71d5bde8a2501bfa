import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { useAsk } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../button.tsx';

/** What a person must know of Slipway's own files: a journal that cannot be written, damaged files that were kept aside. */
export function SystemIssuesBar() {
  const { kept, journal } = useStore(useApp().issues);
  const dismiss = useAsk('app.dismissIssue');
  const show = useAsk('app.showInFolder');
  return (
    <div role="status">
      {journal && <p className="waiting-bar">{journal.message}</p>}
      {kept.map(({ path, message }) => (
        <div key={path} className="waiting-bar holds-bar">
          <p dir="auto">{message}</p>
          <div className="button-line">
            <Button onClick={() => show.mutate({ path })}>{t('common.showInFolder')}</Button>
            <Button onClick={() => dismiss.mutate({ path })}>{t('common.understood')}</Button>
          </div>
        </div>
      ))}
    </div>
  );
}
