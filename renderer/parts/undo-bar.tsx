import { useApp } from '../state/app-state.ts';
import { failureOf } from '../state/calls.ts';
import { useStore } from '../state/store.ts';
import { words } from '../words/common.ts';
import { Button } from './button.tsx';

/** Offers to take back what was just done, and says why that did not work: wherever the person is by then. */
export function UndoBar() {
  const { undo } = useApp();
  const offer = useStore(undo);
  const failed = useStore(undo.failed);
  return (
    <>
      <div className="undo-place" role="status">
        {offer && (
          <div className="undo">
            <span dir="auto">{offer.text}</span>
            <Button look="quiet" onClick={undo.undo}>
              {words.undo}
            </Button>
          </div>
        )}
      </div>
      {failed !== null && (
        <div className="undo-place">
          <div className="undo undo-failed" role="alert">
            <p dir="auto">{words.notUndone(failureOf(failed).message)}</p>
            <Button look="quiet" onClick={() => undo.failed.set(null)}>
              {words.understood}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
