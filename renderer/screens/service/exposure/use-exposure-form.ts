import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import {
  type ExposureDraft,
  type ExposureStep,
  exposureDraft,
  exposureValues,
  filesOf,
  isSaved,
} from '../../../logic/drafts/exposure-draft.ts';
import {
  isStored,
  type MailDraft,
  mailDraft,
  mailProblems,
  mailValues,
} from '../../../logic/drafts/mail-draft.ts';
import { t } from '../../../messages.ts';
import { useApp } from '../../../state/app-state.ts';
import { type CallState, stateOf, useCommand } from '../../../state/data/calls.ts';
import { type Form, useFormOf } from '../../../state/drafts/form.ts';
import { useIsShown } from '../../../state/shown.ts';

export type ExposureForm = CallState & {
  readonly address: Form<ExposureDraft>;
  readonly mail: Form<MailDraft>;
  readonly isChanged: (step: ExposureStep) => boolean;
  readonly leave: (step: ExposureStep) => void;
};

const noFile = (path: string): string | undefined =>
  path.trim() === '' ? t('service.fileNeeded') : undefined;

export function useExposureForm(
  exposure: ServiceOverview['exposure'],
  mailServer: MailServerView,
  onLeft: (step: ExposureStep) => void,
): ExposureForm {
  const app = useApp();
  const [leaving, setLeaving] = useState<ExposureStep>('address');
  const isShown = useIsShown();
  const save = useCommand('service.setExposure', (status) => {
    app.service.set(status);
    onLeft(leaving);
  });
  const check = useCommand('service.checkCertificate', ({ problem }) => {
    if (!problem && isShown()) save.mutate(exposureValues(address.draft, exposure));
  });
  const saveMail = useCommand('service.setMailServer', () => onLeft('mail'));
  const address = useFormOf(
    useCachedDraft('reach', exposure, () => exposureDraft(exposure)),
    [save, check],
    () => leaving === 'address',
  );
  const withoutPassword = (draft: MailDraft): MailDraft => ({ ...draft, password: '' });
  const mail = useFormOf(
    useCachedDraft('mail', mailServer, () => mailDraft(mailServer), withoutPassword),
    [saveMail],
  );
  const { draft } = address;
  const { busy } = stateOf(save, check, saveMail);
  const problem = check.data?.problem;
  const leave = (step: ExposureStep): void => {
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
    if (isSaved(draft, exposure)) onLeft(step);
    else if (files) check.mutate(files);
    else save.mutate(exposureValues(draft, exposure));
  };
  return {
    address: {
      ...address,
      problems: { ...(problem ? { [problem.at]: problem.failure.message } : {}), ...address.problems },
    },
    ...{ mail, busy, leave },
    isChanged: (step) => (step === 'mail' ? !isStored(mail.draft, mailServer) : !isSaved(draft, exposure)),
    error: address.error ?? mail.error,
  };
}

/**
 * Like `useState`, but keeps the draft for a few minutes after the dialog is closed, unless `from`
 * changes. `toStored` removes fields that must not be kept.
 */
function useCachedDraft<Draft>(
  name: string,
  from: unknown,
  make: () => Draft,
  toStored: (draft: Draft) => Draft = (draft) => draft,
): readonly [Draft, (next: Draft) => void] {
  const queries = useQueryClient();
  const key = ['draft', name, from];
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(key) ?? make());
  return [
    draft,
    (next) => {
      setDraft(next);
      queries.setQueryData<Draft>(key, toStored(next));
    },
  ];
}
