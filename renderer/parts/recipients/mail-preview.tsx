import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const frame = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) frame.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded]);
  if (error) return <InlineFailure error={error} />;
  return (
    <div ref={frame} className="mail-preview">
      {data ? <MessageContent content={data} withRecipient={false} /> : <Loading />}
    </div>
  );
}
