import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../messages.ts';
import { Button, IconButton } from '../button.tsx';
import { InlineFailure } from '../failure.tsx';
import { Status } from '../status.tsx';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** When given, the content is a form and Enter submits it. */
  readonly onSubmit?: () => void;
};

/**
 * A dialog with a title, a scrolling middle and buttons below. Esc and the cross close it; what must be corrected gets the
 * focus.
 */
export function Dialog({ title, onClose, children, footer, onSubmit }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    flushSync(() => onSubmit?.());
    popup.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className="dialog" initialFocus={() => firstControl(popup.current)}>
          <form className="dialog-form" onSubmit={submit} noValidate>
            {/* No landmarks: the dialog is one place. */}
            <div className="dialog-head">
              <Base.Title className="dialog-title" dir="auto">
                {title}
              </Base.Title>
              <Base.Close render={<IconButton icon="close" label={t('common.close')} />} />
            </div>
            <div className="dialog-body">{children}</div>
            <div className="dialog-foot">{footer}</div>
          </form>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type FormDialogProps = Omit<DialogProps, 'footer'> & {
  /** On the button that submits the form. */
  readonly button: string;
  readonly disabled: boolean;
  /** What the button will do, in a sentence beside it. */
  readonly note?: string;
  /** Why what was submitted did not work. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
};

/** A dialog that asks for something: Cancel, and a button that submits it. */
export function FormDialog({ button, disabled, note, error, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {note && (
            <Status>
              <p className="foot-note" dir="auto">
                {note}
              </p>
            </Status>
          )}
          <Button onClick={dialog.onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={disabled}>
            {button}
          </Button>
        </>
      }
    >
      {children}
      {error ? <InlineFailure error={error} /> : null}
    </Dialog>
  );
}

/** What a person fills in first; else the button that goes on, never the cross. */
function firstControl(popup: HTMLElement | null): HTMLElement | true {
  const field = popup?.querySelector<HTMLElement>(
    '.dialog-body input, .dialog-body select, .dialog-body .button',
  );
  return field ?? popup?.querySelector<HTMLElement>('.dialog-foot .button') ?? true;
}

type SmallDialogProps = {
  readonly title: string;
  readonly text: string;
  /** The safe answer; `Cancel` when left out. */
  readonly safeButton?: string | undefined;
  readonly error: unknown;
  /** What goes, where a sentence is not enough. */
  readonly more?: ReactNode;
  /** The other answers. */
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** A question; the safe answer has the focus. */
export function SmallDialog({ title, text, safeButton, error, more, children, onClose }: SmallDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-small" initialFocus={safe}>
          <AlertDialog.Title className="dialog-title" dir="auto">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{text}</AlertDialog.Description>
          {more}
          {error ? <InlineFailure error={error} /> : null}
          <div className="dialog-foot">
            <AlertDialog.Close ref={safe} render={<Button>{safeButton ?? t('common.cancel')}</Button>} />
            {children}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export type ConfirmProps = Omit<SmallDialogProps, 'more' | 'children'> & {
  readonly button: string;
  readonly busyButton: string;
  readonly busy: boolean;
  /** What goes, where a sentence is not enough. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
};

/** A question before something that cannot be undone. */
export function Confirm({ button, busyButton, busy, children, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <SmallDialog {...dialog} more={children}>
      <Button look="danger" disabled={busy} onClick={onConfirm}>
        {busy ? busyButton : button}
      </Button>
    </SmallDialog>
  );
}
