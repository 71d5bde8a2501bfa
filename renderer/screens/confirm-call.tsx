import type { CallArguments, CallName, CallResult } from '../../preload/page.ts';
import { Confirm, type ConfirmProps } from '../parts/overlays/dialog.tsx';
import { useAsk } from '../state/data/calls.ts';

type Props<Name extends CallName> = Omit<ConfirmProps, 'busy' | 'error' | 'onConfirm'> & {
  readonly call: Name;
  readonly values: CallArguments<Name>;
  /** Instead of `onClose`, once it is done. */
  readonly onDone?: (result: CallResult<Name>) => void;
};

/** A question whose answer is a call. */
export function ConfirmCall<Name extends CallName>({ call, values, onDone, ...question }: Props<Name>) {
  const asking = useAsk(call, onDone ?? question.onClose);
  return (
    <Confirm
      {...question}
      busy={asking.isPending}
      error={asking.error}
      onConfirm={() => asking.mutate(values)}
    />
  );
}
