import { useState } from 'react';
import type { CallArguments, Failure, People } from '../../preload/page.ts';
import {
  addText,
  draftOf,
  draftProblem,
  noRecipients,
  type RecipientsDraft,
} from '../logic/people/recipients.ts';
import { t } from '../messages.ts';
import { Choice, options, SwitchField } from '../parts/fields/fields.tsx';
import { RecipientsField } from '../parts/recipients/recipients-field.tsx';
import { useAccounts, useActiveAccount } from '../state/app-state.ts';
import { usePeople } from '../state/data/push-data.ts';

export type Target = Pick<
  CallArguments<'folders.add'>,
  'accountId' | 'area' | 'activate' | 'recipients' | 'sendAnyway'
>;

export type TargetDraft = Omit<Target, 'accountId' | 'recipients'> & {
  readonly accountId: string | null;
  readonly draft: RecipientsDraft;
  readonly problem: string | null;
  readonly people: People | null;
  readonly peopleFailure: Failure | null;
  chooseAccount(id: string): void;
  chooseArea(area: Target['area']): void;
  setActivate(activate: boolean): void;
  setSendAnyway(sendAnyway: boolean): void;
  setDraft(draft: RecipientsDraft): void;
  /** Returns the current values, including a recipient that is still being typed, without checking them. */
  values(accountId: string): Target;
  /** Like `values`, but checks the recipients: if one is invalid, shows the problem and returns null. */
  read(): Target | null;
};

/** `first` is the initial target. Without an account, the active account is used. */
export function useTargetDraft(first: Omit<Target, 'accountId'> & { readonly accountId: string | null }) {
  const accounts = useAccounts();
  const active = useActiveAccount();
  const [chosenId, chooseAccount] = useState(first.accountId);
  const accountId = accounts.some((account) => account.id === chosenId) ? chosenId : (active?.id ?? null);
  const [area, chooseArea] = useState(first.area);
  const [activate, setActivate] = useState(first.activate);
  const [sendAnyway, setSendAnyway] = useState(first.sendAnyway);
  const [draft, setDraft] = useState(() => draftOf(first.recipients));
  const [refused, setRefused] = useState<RecipientsDraft | null>(null);
  const problem = refused && draftProblem(refused);
  const { people, failure: peopleFailure } = usePeople(accountId);
  const target: TargetDraft = {
    ...{ accountId, area, activate, sendAnyway, draft, problem, people, peopleFailure },
    ...{ chooseAccount, chooseArea, setActivate, setSendAnyway },
    setDraft: (next) => {
      setDraft(next);
      setRefused(null);
    },
    values: (accountId) => {
      const { recipients } = addText(draft, draft.text, people);
      return { accountId, area, activate, recipients, sendAnyway };
    },
    read: () => {
      const tests = area === 'testingdist';
      const taken = addText(draft, draft.text, people);
      const isWrong = tests && draftProblem(taken) !== null;
      setDraft(taken);
      setRefused(isWrong ? taken : null);
      if (isWrong || accountId === null) return null;
      const recipients = tests ? taken.recipients : noRecipients;
      return { accountId, area, activate: tests && activate, recipients, sendAnyway };
    },
  };
  return target;
}

type Labels = {
  readonly account: string;
  readonly area: string;
  readonly storeHint?: string;
  readonly activate: string;
  readonly activateHint: string;
  readonly recipients: string;
  readonly sendAnyway?: { readonly label: string; readonly hint: string };
};

export function TargetFields({ target, labels }: { readonly target: TargetDraft; readonly labels: Labels }) {
  const { accountId, area } = target;
  if (accountId === null) return null;
  return (
    <>
      <div className="field-pair">
        <AccountChooser label={labels.account} value={accountId} onChoose={target.chooseAccount} />
        <Choice
          label={labels.area}
          value={area}
          choices={options(['testingdist', 'appstore'], (each) => t(`common.area.${each}`))}
          onChoose={target.chooseArea}
          hint={area === 'appstore' ? labels.storeHint : undefined}
        />
      </div>
      {area === 'testingdist' && (
        <>
          <SwitchField
            checked={target.activate}
            label={labels.activate}
            hint={labels.activateHint}
            onChange={target.setActivate}
          />
          <RecipientsField
            label={labels.recipients}
            draft={target.draft}
            people={target.people}
            peopleFailure={target.peopleFailure}
            problem={target.problem}
            onChange={target.setDraft}
          />
          {labels.sendAnyway && (
            <SwitchField
              checked={target.sendAnyway}
              label={labels.sendAnyway.label}
              hint={labels.sendAnyway.hint}
              onChange={target.setSendAnyway}
            />
          )}
        </>
      )}
    </>
  );
}

type Props = { readonly label: string; readonly value: string; readonly onChoose: (id: string) => void };

export function AccountChooser({ label, value, onChoose }: Props) {
  const accounts = useAccounts();
  return (
    <Choice
      label={label}
      value={value}
      choices={accounts.map((account) => [account.id, account.name] as const)}
      onChoose={onChoose}
    />
  );
}
