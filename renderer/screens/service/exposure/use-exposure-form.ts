import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailServerView, ServiceOverview } from '../../../../preload/page.ts';
import {
  type ExposureDraft,
  exposureDraft,
  exposureProblems,
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
import { useApp } from '../../../state/app-state.ts';
import { useCommand } from '../../../state/data/calls.ts';
import { type Form, useFormOf } from '../../../state/drafts/form.ts';
import { useIsShown } from '../../../state/shown.ts';

export type SavedForm<Draft> = Form<Draft> & {
  readonly isChanged: boolean;
  /** Saves a valid draft, then calls the form's callback. Calls it at once if nothing changed. */
  readonly save: () => void;
};

export function useExposureForm(
  exposure: ServiceOverview['exposure'],
  onSaved: () => void,
  first: ExposureDraft = exposureDraft(exposure),
): SavedForm<ExposureDraft> {
  const app = useApp();
  const isShown = useIsShown();
  const save = useCommand('service.setExposure', (status) => {
    app.service.set(status);
    onSaved();
  });
  const check = useCommand('service.checkCertificate', ({ problem }) => {
    if (!problem && isShown()) save.mutate(exposureValues(form.draft, exposure));
  });
  const form = useFormOf(
    useCachedDraft('exposure', exposure, () => first),
    [save, check],
  );
  const { draft, busy } = form;
  const problem = check.data?.problem;
  return {
    ...form,
    problems: { ...(problem ? { [problem.at]: problem.failure.message } : {}), ...form.problems },
    isChanged: !isSaved(draft, exposure),
    save: () => {
      if (busy) return;
      for (const call of [save, check]) call.reset();
      if (!form.check(() => exposureProblems(draft))) return;
      const files = draft.encryption === 'own' ? filesOf(draft) : null;
      if (isSaved(draft, exposure)) onSaved();
      else if (files) check.mutate(files);
      else save.mutate(exposureValues(draft, exposure));
    },
  };
}

export function useMailForm(mailServer: MailServerView, onSaved: () => void): SavedForm<MailDraft> {
  const save = useCommand('service.setMailServer', onSaved);
  const withoutPassword = (draft: MailDraft): MailDraft => ({ ...draft, password: '' });
  const form = useFormOf(
    useCachedDraft('mail', mailServer, () => mailDraft(mailServer), withoutPassword),
    [save],
  );
  const { draft, busy } = form;
  return {
    ...form,
    isChanged: !isStored(draft, mailServer),
    save: () => {
      if (busy) return;
      save.reset();
      if (!form.check(() => mailProblems(draft))) return;
      if (isStored(draft, mailServer)) onSaved();
      else save.mutate(mailValues(draft));
    },
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
