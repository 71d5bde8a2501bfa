import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../../base/clock.ts';
import { systemCode, toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { Redactor } from '../../base/log/redact.ts';
import type { Language } from '../../messages/locale.ts';
import type { AccessLog, FirstUser, Service, ServiceOptions } from '../../service/service.ts';
import type { TlsChoice } from '../../service/tls/encryption.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { MailServer } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { coreErrors } from '../errors.ts';
import type { ReachSetting, ServiceStatus } from '../views/service.ts';
import { guardIdentity, keepAccount } from './built-in-account.ts';
import { checkedReach, reachedBy } from './reach-setting.ts';

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

export type StartOptions = {
  /** Taken or refused with `service/listen`; without one it is the port of the last start. */
  readonly port?: number;
  /** Default loopback; see `ServiceOptions`. */
  readonly host?: string;
  readonly publicUrl?: string;
  readonly proxyHops?: number;
  readonly tls?: TlsChoice;
  readonly authorityPort?: number;
  /**
   * False: for one command. No account is kept, the next start of the application is not changed, and the port is any
   * free one, so that nobody meets the service meanwhile.
   */
  readonly remember?: boolean;
};

type Reach = Pick<StartOptions, 'host' | 'publicUrl' | 'proxyHops' | 'tls' | 'authorityPort'>;

export type BuiltIn = {
  readonly events: Events<{ changed: ServiceStatus }>;
  status(): ServiceStatus;
  /**
   * Starts it and keeps its account up to date; remembered for the next start. Calls while it starts share the outcome.
   * What says who reaches it holds as long as this process runs, also when it is stopped and started again; where it is
   * not given, the settings count.
   */
  start(options?: StartOptions): Promise<ServiceStatus>;
  /** Stops it; `remember` false leaves it enabled for the next start of the application. */
  stop(options?: { readonly remember?: boolean }): Promise<ServiceStatus>;
  /**
   * Sends mail through this server from now on; null writes it to the outbox folder. A running service is started anew
   * on its port. Throws `settings/badMailServer`.
   */
  setMailServer(server: MailServer | null, password?: string): Promise<ServiceStatus>;
  /**
   * Where it listens and links lead from now on, also after a restart. A running service is started anew; when it cannot,
   * nothing has changed and it runs as before. Throws `settings/badReach`, `service/noHost`, `service/publicUrl`,
   * `service/listen`, and as `readTlsFiles` does.
   */
  setReach(reach: ReachSetting): Promise<ServiceStatus>;
  /**
   * The running service. Its `firstUser` is also what a start made anew because no credentials that work were kept; its
   * `identity` refuses to change what Slipway itself signs in with (`core/ownAccess`). Throws `core/serviceStopped`.
   */
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
  readonly accessLog: AccessLog;
  readonly mailLanguage: () => Language;
  readonly passwordCost?: number;
  /** See `ServiceOptions`. */
  readonly onMail: NonNullable<ServiceOptions['onMail']>;
}): BuiltIn {
  const log = deps.log.scope('built-in');
  const events = new Events<{ changed: ServiceStatus }>(log);
  let state: State = { kind: 'stopped' };
  const inTurn = pLimit(1);

  const status = (): ServiceStatus => ({
    running: state.kind === 'running',
    state: state.kind,
    url: state.kind === 'running' ? state.service.url : null,
    reach: state.kind === 'running' ? reachedBy(state.service) : null,
    mail: deps.settings.get().builtInService.mailServer === null ? 'outbox' : 'server',
    authority: state.kind === 'running' ? state.service.authority() : null,
    failure: state.kind === 'failed' ? state.failure : null,
  });
  const become = (next: State): void => {
    log.info(`${state.kind} → ${next.kind}`);
    state = next;
    events.emit('changed', status());
  };
  let reach: Reach = {};
  const open = async (port: number, wanted: Reach): Promise<Service> => {
    const mail = await deps.mailServers.get();
    // Loaded here: most of the program is the service, and most commands need none.
    const { startService } = await import('../../service/service.ts');
    return startService({
      dataDir: join(deps.dataDir, 'service'),
      port,
      ...wanted,
      smtp: mail && { ...mail.server, password: mail.password },
      clock: deps.clock,
      log: deps.log.scope('service'),
      redactor: deps.redactor,
      accessLog: deps.accessLog,
      mailLanguage: deps.mailLanguage,
      onMail: deps.onMail,
      ...(deps.passwordCost === undefined ? {} : { passwordCost: deps.passwordCost }),
    });
  };
  const savedReach = (): Reach => {
    const { host, publicUrl, proxyHops, tls } = deps.settings.get().builtInService;
    return {
      ...(host === null ? {} : { host }),
      ...(publicUrl === null ? {} : { publicUrl }),
      ...(tls === false ? {} : { tls: tls === true ? 'auto' : tls }),
      proxyHops,
    };
  };

  const start = async (options: StartOptions = {}): Promise<ServiceStatus> => {
    if (state.kind === 'running') return status();
    const { remember: lasting = true, port = lasting ? undefined : 0, ...given } = options;
    // One command needs nobody to reach it.
    const wanted = { ...(lasting ? savedReach() : {}), ...reach, ...given };
    become({ kind: 'starting' });
    try {
      const usual = deps.settings.get().builtInService.port;
      const openOn = (chosen: number): Promise<Service> => open(chosen, wanted);
      const service = await (port === undefined ? openOnUsualPort(openOn, usual) : openOn(port));
      reach = { ...reach, ...given };
      const made = lasting ? await remember(service) : null;
      const identity = guardIdentity(service.identity);
      become({ kind: 'running', service: { ...service, identity, firstUser: made } });
      return status();
    } catch (error) {
      become({ kind: 'failed', failure: toFailure(error) });
      throw error;
    }
  };

  /** A service that cannot be signed in to, or would not be found again, does not go on unseen. */
  const remember = async (service: Service): Promise<FirstUser | null> => {
    try {
      const made = await keepAccount(service, deps.accounts);
      const { port, protocol } = new URL(service.localUrl);
      const usual = Number(port || (protocol === 'https:' ? 443 : 80));
      deps.settings.update((now) => ({
        ...now,
        builtInService: { ...now.builtInService, enabled: true, port: usual },
      }));
      return made;
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

  const keepReach = (next: ReachSetting): void => {
    deps.settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, ...next } }));
  };
  const setReach = async (wanted: ReachSetting): Promise<ServiceStatus> => {
    const next = await checkedReach(wanted, deps.clock.now());
    const { host, publicUrl, proxyHops, tls } = deps.settings.get().builtInService;
    const before = { saved: { host, publicUrl, proxyHops, tls }, reach };
    const wasRunning = state.kind === 'running';
    keepReach(next);
    reach = {};
    if (!wasRunning) return status();
    await stop(false);
    try {
      return await start();
    } catch (error) {
      keepReach(before.saved);
      reach = before.reach;
      await start();
      throw error;
    }
  };

  return {
    events,
    status,
    start: (options) => inTurn(() => start(options)),
    stop: (options) => inTurn(() => stop(options?.remember ?? true)),
    setMailServer: (server, password) =>
      inTurn(async () => {
        await deps.mailServers.store(server, password);
        if (state.kind !== 'running') {
          events.emit('changed', status());
          return status();
        }
        await stop(false);
        await start();
        // What waited for the old one is tried with the new one.
        if (state.kind === 'running') await state.service.outbox.retryWaiting();
        return status();
      }),
    setReach: (wanted) => inTurn(() => setReach(wanted)),
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
