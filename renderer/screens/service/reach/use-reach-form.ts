import { useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import { isStored, mailDraft } from '../../../logic/drafts/mail-draft.ts';
import {
  addressProblems,
  filesOf,
  isSaved,
  type ReachDraft,
  type ReachStep,
  reachDraft,
  reachValues,
} from '../../../logic/drafts/reach-draft.ts';
import { t } from '../../../messages.ts';
import { useApp } from '../../../state/app-state.ts';
import { failureOf, useAsk } from '../../../state/data/calls.ts';
import { useKeptDraft } from '../../../state/drafts/kept-draft.ts';
import { useIsShown } from '../../../state/shown.ts';
import { type MailForm, useMailForm } from '../mail/mail-fields.tsx';

type FieldName = 'host' | 'publicUrl' | 'certificate' | 'key';
type Problems = { readonly [Name in FieldName]?: string | undefined };

export type ReachForm = {
  readonly draft: ReachDraft;
  readonly change: (next: ReachDraft) => void;
  readonly mail: MailForm;
  readonly problems: Problems;
  readonly problemCount: number;
  readonly busy: boolean;
  /** Whether leaving a step saves something. */
  readonly isChanged: (step: ReachStep) => boolean;
  /** What is about no field. */
  readonly error: unknown;
  /** Saves a step where something changed in it, and goes on once that worked. */
  readonly leave: (step: ReachStep) => void;
};

/** What is chosen in the steps, as long as the dialog is open; `onLeft` is told of each step that was saved. */
export function useReachForm(
  reach: ServiceOverview['reach'],
  mailServer: MailServerView,
  onLeft: (step: ReachStep) => void,
): ReachForm {
  const app = useApp();
  const [draft, setDraft] = useKeptDraft('reach', reach, () => reachDraft(reach));
  const [missing, setMissing] = useState<Problems>({});
  const mail = useMailForm(
    useKeptDraft(
      'mail',
      mailServer,
      () => mailDraft(mailServer),
      (kept) => ({ ...kept, password: '' }),
    ),
  );
  const [leaving, setLeaving] = useState<ReachStep>('address');
  const isShown = useIsShown();
  const save = useAsk('service.setReach', (status) => {
    app.service.set(status);
    onLeft(leaving);
  });
  const check = useAsk('service.checkCertificate', ({ wrong }) => {
    if (!wrong && isShown()) save.mutate(reachValues(draft, reach));
  });
  const saveMail = useAsk('service.setMailServer', () => onLeft('mail'));
  const calls = [save, check, saveMail];
  const busy = calls.some(({ isPending }) => isPending);
  const failed = calls.find(({ error }) => error)?.error ?? null;
  const atAddress = failed && leaving === 'address' ? addressProblems(failureOf(failed)) : null;
  const wrong = check.data?.wrong;
  const problems = { ...atAddress, ...(wrong ? { [wrong.at]: wrong.failure.message } : {}), ...missing };
  const reset = (): void => {
    setMissing({});
    for (const call of calls) call.reset();
  };
  const leave = (step: ReachStep): void => {
    if (busy) return;
    reset();
    setLeaving(step);
    if (step === 'mail') {
      const values = mail.takeAll();
      if (values && isStored(mail.draft, mailServer)) onLeft(step);
      else if (values) saveMail.mutate(values);
      return;
    }
    const files = filesOf(draft);
    if (step === 'encryption' && draft.encryption === 'own' && !files) {
      setMissing({
        ...(draft.certificate.trim() === '' ? { certificate: t('service.fileNeeded') } : {}),
        ...(draft.key.trim() === '' ? { key: t('service.fileNeeded') } : {}),
      });
    } else if (isSaved(draft, reach)) onLeft(step);
    else if (step === 'encryption' && draft.encryption === 'own' && files) check.mutate(files);
    else save.mutate(reachValues(draft, reach));
  };
  return {
    draft,
    change: (next) => {
      setDraft(next);
      if (!busy) reset();
    },
    mail,
    problems,
    problemCount: Object.keys(problems).length,
    busy,
    isChanged: (step) => (step === 'mail' ? !isStored(mail.draft, mailServer) : !isSaved(draft, reach)),
    error: atAddress ? null : failed,
    leave,
  };
}
