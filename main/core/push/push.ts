import { join } from 'node:path';
import { createHttp } from '../../api/transport/http.ts';
import type { Network } from '../../api/transport/network.ts';
import type { Clock } from '../../base/clock.ts';
import { toFailure } from '../../base/errors.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { Message } from '../../messages/message.ts';
import { inspectPackage } from '../../packages/inspect.ts';
import { applyFix, checkWorkspace, type DoctorReport } from '../../push/checks/check-workspace.ts';
import type { Fix } from '../../push/checks/findings.ts';
import type { BuildFacts } from '../../push/checks/rules-build.ts';
import { pushErrors } from '../../push/errors.ts';
import { prepareMessage } from '../../push/sending/message.ts';
import {
  openSendHistory,
  type SendHistory,
  type SentEntry,
  type SentRecord,
} from '../../push/sending/send-history.ts';
import { type Credentials, redactedRequests } from '../../push/sending/send-requests.ts';
import { createSender } from '../../push/sending/sender.ts';
import type { SecretStore } from '../../settings/secrets.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { DryRun } from '../views/push.ts';
import { createPushSenders, type PushSenders, secretIn } from './push-senders.ts';

export type CheckOptions = {
  /** Received message data, whose icon and sound are checked. */
  readonly message?: unknown;
  readonly buildPath?: string | undefined;
};

/** A saved sender, or credentials for one message. */
export type SendWith = { readonly sender: string } | { readonly credentials: Credentials };

export type SendInput = {
  readonly with: SendWith;
  /** `{to, data: {notification: {…}}}`. */
  readonly message: unknown;
  /** Overrides the recipient in the message. */
  readonly to?: string | undefined;
};

export type Sent = {
  /** `id` is null if the entry could not be stored. */
  readonly entry: Omit<SentEntry, 'id'> & { readonly id: number | null };
  readonly notes: readonly Message[];
  /** `push/historyNotSaved` if the history could not be written; otherwise null. */
  readonly historyFailure: Failure | null;
};

export type Push = {
  check(folder: string, options?: CheckOptions): Promise<DoctorReport>;
  applyFix(folder: string, fix: Fix): Promise<void>;
  readonly senders: PushSenders;
  /** Returns the requests that `send` would make. Throws `push/badMessage`, and errors of the sender. */
  dryRun(input: SendInput): Promise<DryRun>;
  /**
   * Returns a rejection as an outcome. Throws `push/badMessage`, `database/…`, and errors of the sender, only
   * before anything is sent.
   */
  send(input: SendInput, signal?: AbortSignal): Promise<Sent>;
  /**
   * Resends a message from the history, with the same sender unless `instead` is set. Throws `push/notSent`,
   * `push/keyNotSaved`, `push/unknownSender`.
   */
  sendAgain(id: number, instead: SendWith | null, signal?: AbortSignal): Promise<Sent>;
  history(limit?: number): readonly SentEntry[];
};

const idleTimeoutMs = 60_000;

export function createPush(deps: {
  /** Folder of the send history, which is created with the first message. */
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly network: Network;
}): { readonly push: Push; readonly close: () => Promise<void> } {
  const { clock, redactor } = deps;
  const log = deps.log.scope('push');
  const http = createHttp({ network: deps.network, clock, log, redactor });
  const senders = createPushSenders(deps);
  const sender = createSender({
    clock,
    hide: (secret) => redactor.add(secret),
    post: ({ method, url, headers, body }, signal) =>
      http.send({ method, url: new URL(url), headers, body, signal, idleTimeoutMs }),
  });
  let opened: SendHistory | null = null;
  const history = (): SendHistory => {
    opened ??= openSendHistory(join(deps.dataDir, 'push.db'));
    return opened;
  };
  const credentialsFor = async (given: SendWith): Promise<Credentials> => {
    const credentials = 'sender' in given ? await senders.credentials(given.sender) : given.credentials;
    redactor.add(secretIn(credentials));
    return credentials;
  };
  const send: Push['send'] = async (input, signal) => {
    const { message, ...prepared } = prepareMessage(input.message, input.to);
    const credentials = await credentialsFor(input.with);
    // Opens the history before anything is sent, so that a failure prevents the send.
    const openHistory = history();
    const outcome = await sender.send(credentials, message, signal).then(
      (accepted) => ({ ok: true as const, ...accepted }),
      (error: unknown) => ({ ok: false as const, ...toFailure(error) }),
    );
    log.info('Push sent', { mode: credentials.mode, outcome: outcome.ok ? 'accepted' : outcome.code });
    const record = {
      sender: 'sender' in input.with ? input.with.sender : null,
      mode: credentials.mode,
      address: credentials.address,
      message: { to: message.to, data: { ...message.data } },
      outcome,
    };
    return { ...addToHistory(openHistory, record, clock.now()), ...prepared };
  };
  return {
    push: {
      senders,
      check: checkProject,
      applyFix,
      dryRun: async (input) => {
        const { message, ...prepared } = prepareMessage(input.message, input.to);
        return { ...prepared, requests: redactedRequests(await credentialsFor(input.with), message) };
      },
      send,
      sendAgain: async (id, instead, signal) => {
        const { message, sender: name } = history().get(id);
        const given = instead ?? (name === null ? null : { sender: name });
        if (!given) throw pushErrors.keyNotSaved({ id });
        return send({ with: given, message }, signal);
      },
      history: (limit) => history().list(limit),
    },
    close: async () => {
      await http.close();
      opened?.close();
      opened = null;
    },
  };
}

/** Stores a sent message. Returns a failure beside the outcome, because the send cannot be undone. */
function addToHistory(history: SendHistory, record: SentRecord, at: number): Omit<Sent, 'notes'> {
  try {
    return { entry: history.add(record, at), historyFailure: null };
  } catch (error) {
    const historyFailure = toFailure(
      pushErrors.historyNotSaved({ reason: toFailure(error) }, { cause: error }),
    );
    return { entry: { id: null, at, ...record }, historyFailure };
  }
}

export async function checkProject(
  folder: string,
  { message, buildPath }: CheckOptions = {},
): Promise<DoctorReport> {
  const build = buildPath === undefined ? null : await buildFacts(buildPath);
  return checkWorkspace(folder, { message, build });
}

async function buildFacts(path: string): Promise<BuildFacts> {
  const info = await inspectPackage(path);
  if (info.kind === 'apk') {
    return { kind: 'apk', file: path, permissions: info.permissions ?? [], targetSdk: info.targetOs };
  }
  const { simulator = false, provisioning = 'none', apsEnvironment = null } = info;
  return { kind: 'ipa', file: path, simulator, provisioning, apsEnvironment };
}
