import { useEffect } from 'react';
import { t } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { useApp } from '../state/app-state.ts';
import { useCallQuery } from '../state/data/calls.ts';
import { useStore } from '../state/store.ts';

/** Offers the release notes once after an update, but not at the first start. */
export function UpdatedBar() {
  const { dialog, seenVersion } = useApp();
  const seen = useStore(seenVersion);
  const version = useCallQuery('app.info', {}).data?.version;
  useEffect(() => {
    if (version !== undefined && seen === null) seenVersion.set(version);
  }, [version, seen, seenVersion]);
  if (version === undefined || seen === null || seen === version) return null;
  return (
    <div className="waiting-bar holds-bar info-bar">
      <p>{t('help.updated', { version })}</p>
      <div className="button-line">
        <Button
          onClick={() => {
            seenVersion.set(version);
            dialog.set({ kind: 'whats-new' });
          }}
        >
          {t('help.whatsNew')}
        </Button>
        <Button onClick={() => seenVersion.set(version)}>{t('common.understood')}</Button>
      </div>
    </div>
  );
}
