import { t } from '../../messages.ts';
import { useApp } from '../../state/app-state.ts';
import { failureOf } from '../../state/data/calls.ts';
import { useStore } from '../../state/store.ts';
import { Button, IconButton } from '../button.tsx';

/** Offers to take back what was just done, and says why that did not work: wherever the person is by then. */
export function UndoBar() {
  const { undo } = useApp();
  const offer = useStore(undo);
  const failed = useStore(undo.failed);
  return (
    <>
      <div className="undo-place" role="status">
        {offer && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while somebody is at it
          <div
            className="undo"
            onPointerEnter={() => undo.hold(true)}
            onPointerLeave={({ currentTarget }) => undo.hold(currentTarget.contains(document.activeElement))}
            onFocus={() => undo.hold(true)}
            onBlur={({ currentTarget }) => undo.hold(currentTarget.matches(':hover'))}
          >
            <span dir="auto">{offer.text}</span>
            <Button look="quiet" onClick={undo.undo}>
              {t('common.undo')}
            </Button>
            <IconButton icon="close" label={t('common.close')} onClick={undo.close} />
          </div>
        )}
      </div>
      {failed !== null && (
        <div className="undo-place">
          <div className="undo undo-failed" role="alert">
            <p dir="auto">{t('common.notUndone', { what: failureOf(failed).message })}</p>
            <Button look="quiet" onClick={() => undo.failed.set(null)}>
              {t('common.understood')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
