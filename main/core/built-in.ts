import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { systemCode, toFailure } from '../base/errors.ts';
import { Events } from '../base/events.ts';
import type { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redact.ts';
import { type Service, startService } from '../service/service.ts';
import type { Accounts } from '../settings/accounts.ts';
import type { MailServers } from '../settings/mail-server.ts';
import type { Account, MailServer } from '../settings/settings-schema.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { coreErrors } from './errors.ts';
import type { ServiceStatus } from './view.ts';

export const builtInAccountId = 'built-in';

/**
 * The built-in service as part of the application:
 *
 *   stopped ──start──▶ starting ──▶ running ──stop──▶ stopping ──▶ stopped
 *                         └──▶ failed ──start──▶ starting
 */
type State =
  | { readonly kind: 'stopped' | 'starting' | 'stopping' }
  | { readonly kind: 'running'; readonly service: Service }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type BuiltIn = {
  readonly events: Events<{ changed: ServiceStatus }>;
  status(): ServiceStatus;
  /**
   * Starts it and keeps its account up to date; remembered for the next start. Calls while it starts share the outcome.
   * A `port` that is named is taken or refused with `service/listen`; without one it is the one of the last start.
   */
  start(options?: { readonly port?: number }): Promise<ServiceStatus>;
  /** Stops it; `remember` false leaves it enabled for the next start of the application. */
  stop(options?: { readonly remember?: boolean }): Promise<ServiceStatus>;
  /**
   * Sends mail through this server from now on; null writes it to the outbox folder. A running service is started anew
   * on its port. Throws `settings/badMailServer`.
   */
  setMailServer(server: MailServer | null, password?: string): Promise<ServiceStatus>;
  /** The running service. Throws `core/serviceStopped`. */
  service(): Service;
};

export function createBuiltIn(deps: {
  readonly dataDir: string;
  readonly settings: SettingsStore;
  readonly accounts: Accounts;
  readonly mailServers: MailServers;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
}): BuiltIn {
  const log = deps.log.scope('built-in');
  const events = new Events<{ changed: ServiceStatus }>((error) => log.error('A listener failed', { error }));
  let state: State = { kind: 'stopped' };
  let turn: Promise<unknown> = Promise.resolve();

  const status = (): ServiceStatus => ({
    running: state.kind === 'running',
    url: state.kind === 'running' ? state.service.url : null,
    failure: state.kind === 'failed' ? state.failure : null,
  });
  const become = (next: State): void => {
    log.info(`${state.kind} → ${next.kind}`);
    state = next;
    events.emit('changed', status());
  };
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = turn.then(work);
    turn = next.catch(() => null);
    return next;
  };
  const open = async (port: number): Promise<Service> => {
    const mail = await deps.mailServers.get();
    return startService({
      dataDir: join(deps.dataDir, 'service'),
      port,
      smtp: mail && { ...mail.server, password: mail.password },
      clock: deps.clock,
      log: deps.log.scope('service'),
      redactor: deps.redactor,
    });
  };

  const start = async (port: number | undefined): Promise<ServiceStatus> => {
    if (state.kind === 'running') return status();
    become({ kind: 'starting' });
    try {
      const usual = deps.settings.get().builtInService.port;
      const service = await (port === undefined ? openOnUsualPort(open, usual) : open(port));
      await remember(service);
      become({ kind: 'running', service });
      return status();
    } catch (error) {
      become({ kind: 'failed', failure: toFailure(error) });
      throw error;
    }
  };

  /** A service that cannot be signed in to, or would not be found again, does not go on unseen. */
  const remember = async (service: Service): Promise<void> => {
    try {
      await keepAccount(service, deps.accounts);
      const port = Number(new URL(service.url).port);
      deps.settings.update((now) => ({
        ...now,
        builtInService: { ...now.builtInService, enabled: true, port },
      }));
    } catch (error) {
      await service.stop();
      throw error;
    }
  };

  const stop = async (disable: boolean): Promise<ServiceStatus> => {
    if (disable) {
      deps.settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, enabled: false } }));
    }
    if (state.kind !== 'running') return status();
    const { service } = state;
    become({ kind: 'stopping' });
    try {
      await service.stop();
    } finally {
      become({ kind: 'stopped' });
    }
    return status();
  };

  return {
    events,
    status,
    start: (options) => inTurn(() => start(options?.port)),
    stop: (options) => inTurn(() => stop(options?.remember ?? true)),
    setMailServer: (server, password) =>
      inTurn(async () => {
        await deps.mailServers.store(server, password);
        if (state.kind !== 'running') return status();
        await stop(false);
        return start(undefined);
      }),
    service: () => {
      if (state.kind !== 'running') throw coreErrors.serviceStopped({});
      return state.service;
    },
  };
}

/** The port of the last start, so that links in mails stay good; another when somebody else has taken it. */
async function openOnUsualPort(open: (port: number) => Promise<Service>, port: number): Promise<Service> {
  try {
    return await open(port);
  } catch (error) {
    if (port === 0 || systemCode(error) !== 'EADDRINUSE') throw error;
    return open(0);
  }
}

/** The account that signs in to the built-in service: made at its first start, its address kept true. */
async function keepAccount(service: Service, accounts: Accounts): Promise<void> {
  const known = accounts.all().find((account) => account.id === builtInAccountId);
  const hasSecrets = known !== undefined && (await accounts.hasSecrets(builtInAccountId));
  if (known && hasSecrets && !service.firstUser) {
    if (known.baseUrl === service.url) return;
    const secrets = await accounts.secrets(builtInAccountId);
    await accounts.store({ ...known, authUrl: service.url, baseUrl: service.url }, secrets);
    return;
  }
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const account: Account = {
    id: builtInAccountId,
    name: 'Built-in service',
    kind: 'built-in',
    authUrl: service.url,
    baseUrl: service.url,
    userName: user.userName,
    clientId: user.clientId,
    scope: 'distribution',
    mode: 'plain',
    vendor: 'slipway',
    installLinkTemplate: null,
  };
  await accounts.store(account, { password: user.password, clientSecret: user.clientSecret });
}
