import { isLoopbackLink } from '../../logic/qr.ts';
import { t } from '../../messages.ts';
import { Button } from '../../parts/button.tsx';
import { useAccounts, useApp, useUploadList } from '../../state/app-state.ts';
import { useNextActions } from '../../state/next-actions.ts';
import { useStore } from '../../state/store.ts';

/** Bar above the upload list, shown while phones cannot install builds from the built-in service. */
export function ExposureBar() {
  const { exposure } = useStore(useApp().service);
  const builtIn = useAccounts().find(({ kind }) => kind === 'built-in');
  const hasBuild = useUploadList().some(
    ({ accountId, target }) =>
      accountId === builtIn?.id && target?.installLink && isLoopbackLink(target.installLink),
  );
  const { openExposure } = useNextActions();
  return (
    <div role="status">
      {exposure === 'computer' && hasBuild && (
        <div className="waiting-bar holds-bar info-bar">
          <p>{t('uploads.onlyThisComputer')}</p>
          <div className="button-line">
            <Button onClick={openExposure}>{t('uploads.makeReachable')}</Button>
          </div>
        </div>
      )}
    </div>
  );
}
