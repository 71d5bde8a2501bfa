import { useState } from 'react';
import type { TestVersion } from '../../../preload/contract.ts';
import { draftOf, draftProblem, isNobody, nobody, takeText } from '../../logic/recipients.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InlineFailure } from '../../parts/failure.tsx';
import { Icon } from '../../parts/icons.tsx';
import { RecipientsField } from '../../parts/recipients-field.tsx';
import { useAsk } from '../../state/calls.ts';
import { usePeople } from '../../state/people.ts';
import { words } from '../../words/apps.ts';
import { words as common } from '../../words/common.ts';
import { usePutVersion } from './version-actions.ts';

type Props = { readonly accountId: string; readonly version: TestVersion; readonly onClose: () => void };

export function SendDialog({ accountId, version, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(nobody));
  const [problem, setProblem] = useState<string | null>(null);
  const { people, failure } = usePeople(accountId);
  const put = usePutVersion(accountId);
  const send = useAsk('apps.send', (sent) => {
    put(sent);
    onClose();
  });
  const submit = (): void => {
    if (send.isPending) return;
    const taken = takeText(draft, draft.text, people);
    setDraft(taken);
    const wrong = draftProblem(taken) ?? (isNobody(taken.recipients) ? words.nobodyChosen : null);
    setProblem(wrong);
    if (wrong === null) send.mutate({ accountId, versionId: version.id, recipients: taken.recipients });
  };
  return (
    <Dialog
      title={words.sendTitle(version.applicationName, version.version)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" disabled={send.isPending}>
            {send.isPending ? words.sendingNow : words.sendButton}
          </Button>
        </>
      }
    >
      {!version.isActive && (
        <p className="notice tone-attention">
          <Icon name="warning" /> {words.sendOff}
        </p>
      )}
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
