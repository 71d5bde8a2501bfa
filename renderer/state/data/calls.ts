/** Calls to main as promises and hooks. If a call fails, its promise rejects with `CallFailed`. */
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Bridge, CallArguments, CallName, CallResult, Failure } from '../../../preload/page.ts';
import { t } from '../../messages.ts';
import { useApp, useFormat } from '../app-state.ts';
import { useIsShown } from '../shown.ts';
import { trackFailures } from './shown-failures.ts';

export class CallFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CallFailed';
    this.failure = failure;
    trackFailures(failure);
  }
}

/** Returns the result of a call. Throws CallFailed. */
export async function callMain<Name extends CallName>(
  bridge: Bridge,
  name: Name,
  values: CallArguments<Name>,
): Promise<CallResult<Name>> {
  const outcome = await bridge.call(name, values);
  if (!outcome.ok) {
    const { ok: _, ...failure } = outcome;
    throw new CallFailed(failure);
  }
  return outcome.value;
}

/** Returns the result of a command. A language change translates its failures. Throws CallFailed. */
export async function runCommand<Name extends CallName>(
  bridge: Bridge,
  name: Name,
  values: CallArguments<Name>,
): Promise<CallResult<Name>> {
  const result = await callMain(bridge, name, values);
  trackFailures(result);
  return result;
}

/** Returns a path by which main can read a dropped or chosen file. Throws CallFailed. */
export async function pathOf(bridge: Bridge, file: File): Promise<string> {
  const path = await bridge.pathForFile(file);
  if (path.ok) return path.value;
  const message = path.code === 'preload/noPath' ? t('common.notAFile', { name: file.name }) : path.message;
  throw new CallFailed({ code: path.code, message, remedy: path.remedy });
}

export function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'renderer/unexpected', message: t('common.unexpected', { text }), remedy: 'report' };
}

const retryMs = 5_000;

/** Returns true for a network error, which may resolve by itself. */
export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.remedy === 'check-network';

export type CallState = { readonly busy: boolean; readonly error: unknown };

export const stateOf = (
  ...calls: readonly { readonly isPending: boolean; readonly error: unknown }[]
): CallState => ({
  busy: calls.some(({ isPending }) => isPending),
  error: calls.find(({ error }) => error)?.error ?? null,
});

type Callbacks<Name extends CallName> = {
  readonly onSuccess?: (value: CallResult<Name>) => void;
  readonly onError?: (error: Error) => void;
};

type WithoutMutate<Result> = Result extends unknown ? Omit<Result, 'mutate'> : never;

export type Command<Name extends CallName> = WithoutMutate<
  UseMutationResult<CallResult<Name>, Error, CallArguments<Name>>
> & {
  mutate(values: CallArguments<Name>, callbacks?: Callbacks<Name>): void;
};

/** Returns a function that shows a failure in the notice area if the component is already unmounted. */
export function useLateFailure(): (error: unknown) => void {
  const { lateFailure } = useApp();
  const isShown = useIsShown();
  return useCallback((error) => !isShown() && lateFailure.set(error), [isShown, lateFailure]);
}

/**
 * Returns a command for a user action. Callbacks run and failures are shown even after the component is
 * unmounted: an event often removes a row before the call returns.
 */
export function useCommand<Name extends CallName>(
  name: Name,
  onSuccess?: (value: CallResult<Name>, values: CallArguments<Name>) => void,
): Command<Name> {
  const { bridge } = useApp().connection;
  const showLate = useLateFailure();
  const mutation = useMutation({
    mutationFn: (values: CallArguments<Name>) => runCommand(bridge, name, values),
    onSuccess,
    networkMode: 'always',
  });
  const { mutateAsync } = mutation;
  const mutate = useCallback<Command<Name>['mutate']>(
    (values, { onSuccess: done, onError } = {}) => {
      // React Query drops callbacks of its own `mutate` when the component unmounts.
      void mutateAsync(values).then(done, (error: Error) => {
        onError?.(error);
        showLate(error);
      });
    },
    [mutateAsync, showLate],
  );
  return { ...mutation, mutate };
}

/** Returns a command without effects. Its result contains texts, so a language change repeats the command. */
export function useDryRun<Name extends CallName>(name: Name): Command<Name> {
  const command = useCommand(name);
  const format = useFormat();
  const translated = useRef(format);
  useEffect(() => {
    if (translated.current === format) return;
    translated.current = format;
    if (command.variables !== undefined && command.isSuccess) command.mutate(command.variables);
  });
  return command;
}

/** Returns the query key of a call. With partial values, it matches every query that contains them. */
export const queryKeyOf = <Name extends CallName>(name: Name, values: Partial<CallArguments<Name>> = {}) =>
  [name, values] as const;

/** Invalidates the cached results of these calls. With `values`, only results that match them. */
export function invalidate<Name extends CallName>(
  queries: QueryClient,
  names: readonly Name[],
  values: Partial<CallArguments<Name>> = {},
): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: queryKeyOf(name, values) });
}

/** Returns the result of a query. While the network is unavailable, repeats the query every few seconds. */
export function useCallQuery<Name extends CallName>(
  name: Name,
  values: CallArguments<Name>,
  options: Pick<
    UseQueryOptions<CallResult<Name>>,
    'enabled' | 'staleTime' | 'gcTime' | 'placeholderData' | 'refetchInterval'
  > & {
    /** Reads the result every few seconds while this returns true. */
    readonly changesSoon?: (result: CallResult<Name>) => boolean;
  } = {},
): UseQueryResult<CallResult<Name>, Error> {
  const { changesSoon, ...others } = options;
  const { bridge } = useApp().connection;
  return useQuery<CallResult<Name>>({
    queryKey: queryKeyOf(name, values),
    queryFn: () => callMain(bridge, name, values),
    networkMode: 'always',
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      isNetworkFailure(error) || (data !== undefined && changesSoon?.(data)) ? retryMs : false,
    ...others,
  });
}
