import { useState } from 'react';
import type { UploadView } from '../../../preload/contract.ts';
import { draftOf, draftProblem, isNobody, takeText } from '../../logic/recipients.ts';
import { displayName, versionText } from '../../logic/uploads.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { RecipientsField } from '../../parts/recipients-field.tsx';
import { useAsk } from '../../state/calls.ts';
import { usePeople } from '../../state/people.ts';
import { words as apps } from '../../words/apps.ts';
import { words as common } from '../../words/common.ts';
import { words } from '../../words/uploads.ts';

type Props = { readonly upload: UploadView; readonly onClose: () => void };

/** Whom a build that is on the service is sent to once more; begins with those it was meant for. */
export function SendAgainDialog({ upload, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(upload.recipients));
  const [problem, setProblem] = useState<string | null>(null);
  const { people, failure } = usePeople(upload.accountId);
  const send = useAsk('uploads.sendAgain', onClose);
  const submit = (): void => {
    if (send.isPending) return;
    const taken = takeText(draft, draft.text, people);
    setDraft(taken);
    const missing = upload.activate && isNobody(taken.recipients) ? apps.nobodyChosen : null;
    const wrong = draftProblem(taken) ?? missing;
    setProblem(wrong);
    if (wrong === null) send.mutate({ id: upload.id, recipients: taken.recipients });
  };
  const version = upload.package ? versionText(upload.package) : null;
  return (
    <Dialog
      title={words.sendAgainTitle([displayName(upload), version].filter(Boolean).join(' '))}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={send.isPending}>
            {apps.sendButton}
          </Button>
        </>
      }
    >
      {!upload.activate && <p className="notice">{words.switchedOnFirst}</p>}
      <RecipientsField
        draft={draft}
        people={people}
        peopleFailure={failure}
        problem={problem}
        onChange={(next) => {
          setDraft(next);
          setProblem(null);
        }}
      />
      {send.error && <InlineFailure error={send.error} />}
    </Dialog>
  );
}
