import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { NetworkView } from '../../../preload/page.ts';
import {
  awaitsAddress,
  draftKeys,
  isChanged,
  type NetworkDraft,
  type NetworkPart,
  type NetworkProblem,
  networkDraft,
  partValues,
} from '../../logic/drafts/network-draft.ts';
import { useApp } from '../../state/app-state.ts';
import { callMain, failureOf, queryKeyOf, useLateFailure } from '../../state/data/calls.ts';

type Edits = Partial<NetworkDraft>;

export type NetworkEntry = {
  readonly draft: NetworkDraft;
  /** Edits the draft without saving it. */
  change(changes: Edits): void;
  /** Applies `changes` and saves one part of the settings. Text fields call this on blur. */
  save(part: NetworkPart, field: string, changes?: Edits): Promise<void>;
  problemAt(field: string): string | undefined;
  isSaved(field: string): boolean;
  readonly hasProblems: boolean;
};

export function useNetwork(view: NetworkView): NetworkEntry {
  const {
    announcer,
    connection: { bridge },
  } = useApp();
  const queries = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState<Partial<Record<NetworkPart, NetworkProblem>>>({});
  const [saved, setSaved] = useState<string | null>(null);
  const queue = useRef(Promise.resolve());
  const showLate = useLateFailure();
  const draft: NetworkDraft = { ...networkDraft(view), ...edits };
  const change = (changes: Edits): void => {
    setEdits((before) => ({ ...before, ...changes }));
    setProblems((before) => withoutParts(before, changes));
    setSaved(null);
  };
  const refuse = (part: NetworkPart, problem: NetworkProblem): void => {
    setProblems((before) => ({ ...before, [part]: problem }));
    // Announced, because the focus has already moved to another field.
    announcer.announce(problem.text());
  };
  const store = async (part: NetworkPart, field: string, entered: NetworkDraft): Promise<void> => {
    const stored = queries.getQueryData<NetworkView>(queryKeyOf('network.get')) ?? view;
    if (!isChanged(part, entered, stored)) {
      setEdits((before) => withoutSent(before, part, entered));
      setProblems(({ [part]: _, ...others }) => others);
      return;
    }
    const taken = partValues(part, entered);
    if ('problem' in taken) {
      refuse(part, taken.problem);
      return;
    }
    try {
      queries.setQueryData(queryKeyOf('network.get'), await callMain(bridge, 'network.set', taken.values));
      setEdits((before) => withoutSent(before, part, entered));
      setSaved(field);
    } catch (error) {
      refuse(part, problemOf(error, field));
      showLate(error);
    }
  };
  const save: NetworkEntry['save'] = async (part, field, changes = {}) => {
    change(changes);
    const entered = { ...draft, ...changes };
    if (part === 'proxy' && awaitsAddress(entered, view)) return;
    // Saves in order, because each save compares with the settings that the previous one stored.
    queue.current = queue.current.then(() => store(part, field, entered));
    await queue.current;
  };
  const found = Object.values(problems);
  return {
    ...{ draft, change, save },
    problemAt: (field) => found.find((problem) => problem.field === field)?.text(),
    isSaved: (field) => saved === field,
    hasProblems: found.length > 0,
  };
}

export function problemOf(error: unknown, left: string): NetworkProblem {
  const failure = failureOf(error);
  const { field } = failure;
  return field !== undefined && typeof failure.values?.atField === 'string'
    ? { field, text: () => String(failure.values?.atField) }
    : { field: left, text: () => failure.message };
}

function withoutParts<Problems extends Partial<Record<NetworkPart, NetworkProblem>>>(
  problems: Problems,
  changes: Edits,
): Problems {
  const remaining = Object.entries(problems).filter(
    ([part]) => !draftKeys[part as NetworkPart].some((key) => key in changes),
  );
  return Object.fromEntries(remaining) as Problems;
}

function withoutSent(edits: Edits, part: NetworkPart, sent: NetworkDraft): Edits {
  const remaining = Object.entries(edits).filter(
    ([key, value]) =>
      !draftKeys[part].includes(key as keyof NetworkDraft) || value !== sent[key as keyof NetworkDraft],
  );
  return Object.fromEntries(remaining);
}

export function savedOnBlur(entry: NetworkEntry, part: NetworkPart, field: string) {
  const save = (): void => void entry.save(part, field);
  return {
    error: entry.problemAt(field),
    saved: entry.isSaved(field),
    onBlur: save,
    onKeyDown: ({ key }: KeyboardEvent): void => {
      if (key === 'Enter') save();
    },
  };
}
