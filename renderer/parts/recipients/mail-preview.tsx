import { keepPreviousData } from '@tanstack/react-query';
import { t } from '../../messages.ts';
import { useCallQuery } from '../../state/data/calls.ts';
import { useDebounced } from '../../state/stable-order.ts';
import { Loading } from '../empty.tsx';
import { InlineFailure } from '../failure.tsx';
import { Folded } from '../folded.tsx';
import { MessageContent } from '../message-content.tsx';

type Props = { readonly versionId: number; readonly releaseNote: string };

export function MailPreview(props: Props) {
  return (
    <Folded title={t('recipients.preview')} onDemand>
      <Preview {...props} />
    </Folded>
  );
}

function Preview({ versionId, releaseNote }: Props) {
  const values = { versionId, releaseNote: useDebounced(releaseNote, 300) };
  const { data, error } = useCallQuery('service.previewMail', values, { placeholderData: keepPreviousData });
  if (error) return <InlineFailure error={error} />;
  return data ? <MessageContent content={data} withRecipient={false} /> : <Loading />;
}
