import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../messages.ts';
import type { CallState } from '../../state/data/calls.ts';
import { Button, IconButton } from '../button.tsx';
import { InlineFailure } from '../failure.tsx';
import { Status } from '../status.tsx';

export const CloseDialog = createContext<() => void>(() => {});
export const useCloseDialog = (): (() => void) => useContext(CloseDialog);

type DialogProps = {
  readonly title: string;
  /** Called instead of closing the dialog when the user dismisses it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** Shown above the buttons, always visible. */
  readonly notice?: ReactNode;
  readonly onSubmit?: () => void;
  readonly problems?: object;
};

export function Dialog({ title, onClose, children, footer, notice, onSubmit, problems = {} }: DialogProps) {
  const close = useCloseDialog();
  const popup = useRef<HTMLDivElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    flushSync(() => onSubmit?.());
    focusInvalid(popup.current);
  };
  const problemCount = Object.values(problems).filter((problem) => problem !== undefined).length;
  const lastCount = useRef(0);
  useEffect(() => {
    if (problemCount > lastCount.current) focusInvalid(popup.current);
    lastCount.current = problemCount;
  }, [problemCount]);
  return (
    <Base.Root open onOpenChange={(open) => !open && (onClose ?? close)()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className="dialog" initialFocus={() => firstControl(popup.current)}>
          <form className="dialog-form" onSubmit={submit} onKeyDown={confirmByKey} noValidate>
            {/* Plain elements, because screen readers should not list landmarks inside a dialog. */}
            <div className="dialog-head">
              <Base.Title className="dialog-title" dir="auto">
                {title}
              </Base.Title>
              <Base.Close render={<IconButton icon="close" label={t('common.close')} />} />
            </div>
            <div className="dialog-body">{children}</div>
            {notice && <div className="dialog-notice">{notice}</div>}
            <div className="dialog-foot">{footer}</div>
          </form>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Confirms by Ctrl/Cmd-Enter, also from a field with several lines. */
function confirmByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>(
    '.dialog-foot :is([type="submit"], .button-primary, .button-danger)',
  );
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  event.preventDefault();
  button.click();
}

/** Focuses the first invalid field. Expands its section if necessary. */
export function focusInvalid(container: HTMLElement | null): void {
  const field = container?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}

type FormDialogProps = Omit<DialogProps, 'footer' | 'notice' | 'problems'> & {
  readonly button: string;
  readonly busyButton?: string;
  readonly disabled?: boolean;
  readonly note?: string | undefined;
  /** State of the form and its calls. While a call runs, the form cannot be submitted. */
  readonly state: CallState & { readonly problems?: object };
  readonly onSubmit: () => void;
};

export function FormDialog(props: FormDialogProps) {
  const { button, busyButton = button, disabled = false, note, state, children, onSubmit, ...dialog } = props;
  const { busy, error, problems } = state;
  const close = useCloseDialog();
  return (
    <Dialog
      {...dialog}
      problems={problems}
      onSubmit={() => !busy && onSubmit()}
      notice={error ? <InlineFailure error={error} /> : null}
      footer={
        <>
          {note && (
            <Status>
              <p className="foot-note" dir="auto">
                {note}
              </p>
            </Status>
          )}
          <Button onClick={dialog.onClose ?? close}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" disabled={busy || disabled}>
            {busy ? busyButton : button}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type DoneDialogProps = Omit<DialogProps, 'footer' | 'notice' | 'onSubmit'> & { readonly button: string };

export function DoneDialog({ button, ...dialog }: DoneDialogProps) {
  const close = useCloseDialog();
  return (
    <Dialog
      {...dialog}
      onSubmit={close}
      footer={
        <Button variant="primary" type="submit">
          {button}
        </Button>
      }
    />
  );
}

/** Returns the first field or button of the body, else the submit button, else true for the default focus. */
function firstControl(popup: HTMLElement | null): HTMLElement | true {
  const field = popup?.querySelector<HTMLElement>(
    '.dialog-body input:not([type="radio"]:not(:checked)), .dialog-body select, .dialog-body .button',
  );
  return field ?? popup?.querySelector<HTMLElement>('.dialog-foot [type="submit"]') ?? true;
}

type SmallDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly safeButton?: string | undefined;
  readonly error: unknown;
  readonly more?: ReactNode;
  readonly children: ReactNode;
  /** Called instead of closing the dialog when the user dismisses it. */
  readonly onClose?: () => void;
};

/** Confirmation dialog. The safe button has the focus. */
export function SmallDialog({ title, text, safeButton, error, more, children, onClose }: SmallDialogProps) {
  const close = useCloseDialog();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && (onClose ?? close)()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog dialog-small" initialFocus={safe} onKeyDown={confirmByKey}>
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

export type ConfirmProps = Omit<SmallDialogProps, 'more' | 'children' | 'error'> & {
  readonly button: string;
  readonly busyButton: string;
  readonly state: CallState;
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
};

export function Confirm({ button, busyButton, state, children, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <SmallDialog {...dialog} error={state.error} more={children}>
      <Button variant="danger" disabled={state.busy} onClick={onConfirm}>
        {state.busy ? busyButton : button}
      </Button>
    </SmallDialog>
  );
}
