import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import {
  isStored,
  type MailDraft,
  mailDraft,
  mailProblems,
  mailValues,
} from '../../../logic/drafts/mail-draft.ts';
import {
  filesOf,
  isSaved,
  type ReachDraft,
  type ReachStep,
  reachDraft,
  reachValues,
} from '../../../logic/drafts/reach-draft.ts';
import { t } from '../../../messages.ts';
import { useApp } from '../../../state/app-state.ts';
import { type CallState, stateOf, useAsk } from '../../../state/data/calls.ts';
import { type Form, useFormOf } from '../../../state/drafts/form.ts';
import { useIsShown } from '../../../state/shown.ts';

export type ReachForm = CallState & {
  readonly address: Form<ReachDraft>;
  readonly mail: Form<MailDraft>;
  readonly isChanged: (step: ReachStep) => boolean;
  readonly leave: (step: ReachStep) => void;
};

const noFile = (path: string): string | undefined =>
  path.trim() === '' ? t('service.fileNeeded') : undefined;

export function useReachForm(
  reach: ServiceOverview['reach'],
  mailServer: MailServerView,
  onLeft: (step: ReachStep) => void,
): ReachForm {
  const app = useApp();
  const [leaving, setLeaving] = useState<ReachStep>('address');
  const isShown = useIsShown();
  const save = useAsk('service.setReach', (status) => {
    app.service.set(status);
    onLeft(leaving);
  });
  const check = useAsk('service.checkCertificate', ({ wrong }) => {
    if (!wrong && isShown()) save.mutate(reachValues(address.draft, reach));
  });
  const saveMail = useAsk('service.setMailServer', () => onLeft('mail'));
  const address = useFormOf(
    useKeptDraft('reach', reach, () => reachDraft(reach)),
    [save, check],
    () => leaving === 'address',
  );
  const withoutPassword = (draft: MailDraft): MailDraft => ({ ...draft, password: '' });
  const mail = useFormOf(
    useKeptDraft('mail', mailServer, () => mailDraft(mailServer), withoutPassword),
    [saveMail],
  );
  const { draft } = address;
  const { busy } = stateOf(save, check, saveMail);
  const wrong = check.data?.wrong;
  const leave = (step: ReachStep): void => {
    if (busy) return;
    for (const call of [save, check, saveMail]) call.reset();
    setLeaving(step);
    if (step === 'mail') {
      if (!mail.check(mailProblems(mail.draft))) return;
      if (isStored(mail.draft, mailServer)) onLeft(step);
      else saveMail.mutate(mailValues(mail.draft));
      return;
    }
    const isOwn = step === 'encryption' && draft.encryption === 'own';
    const needed = isOwn ? { certificate: noFile(draft.certificate), key: noFile(draft.key) } : {};
    if (!address.check(needed)) return;
    const files = isOwn ? filesOf(draft) : null;
    if (isSaved(draft, reach)) onLeft(step);
    else if (files) check.mutate(files);
    else save.mutate(reachValues(draft, reach));
  };
  return {
    address: {
      ...address,
      problems: { ...(wrong ? { [wrong.at]: wrong.failure.message } : {}), ...address.problems },
    },
    ...{ mail, busy, leave },
    isChanged: (step) => (step === 'mail' ? !isStored(mail.draft, mailServer) : !isSaved(draft, reach)),
    error: address.error ?? mail.error,
  };
}

/**
 * Like `useState`, but restores the draft if the dialog opens again within a few minutes and its source is
 * unchanged. `kept` removes what must not be stored.
 */
function useKeptDraft<Draft>(
  name: string,
  from: unknown,
  make: () => Draft,
  kept: (draft: Draft) => Draft = (draft) => draft,
): readonly [Draft, (next: Draft) => void] {
  const queries = useQueryClient();
  const key = ['draft', name, from];
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(key) ?? make());
  return [
    draft,
    (next) => {
      setDraft(next);
      queries.setQueryData<Draft>(key, kept(next));
    },
  ];
}
