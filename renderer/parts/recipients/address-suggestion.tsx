import { t } from '../../messages.ts';
import { Button } from '../button.tsx';
import { Status } from '../status.tsx';

type Props = { readonly address: string; readonly onAccept: () => void };

/** Offers a corrected address, and announces it. */
export function AddressSuggestion({ address, onAccept }: Props) {
  return (
    <Status>
      <Button variant="quiet" onClick={onAccept}>
        {t('recipients.didYouMean', { address })}
      </Button>
    </Status>
  );
}
