import { join } from 'node:path';
import pLimit from 'p-limit';
import { systemCode, toFailure } from '../../base/errors.ts';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { EncryptionOptions } from '../../service/listen.ts';
import type { FirstUser, Service, ServiceOptions } from '../../service/service.ts';
import type { Accounts } from '../../settings/accounts.ts';
import type { MailServers } from '../../settings/mail-server.ts';
import type { MailServer, Settings } from '../../settings/settings-schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { coreErrors } from '../errors.ts';
import type { ExposureSetting, ServiceStatus } from '../views/service.ts';
import { guardIdentity, updateAccount } from './built-in-account.ts';
import { exposureOf, validatedExposure } from './exposure-setting.ts';

/**
 * States of the built-in service:
 *
 *   stopped ──start──▶ starting ──▶ running ──stop──▶ stopping ──▶ stopped
 *                         └──▶ failed ──start──▶ starting
 */
type State =
  | { readonly kind: 'stopped' | 'starting' | 'stopping' }
  | { readonly kind: 'running'; readonly service: Service }
  | { readonly kind: 'failed'; readonly failure: Failure };

type Exposure = Pick<ServiceOptions, 'host' | 'publicUrl' | 'proxyHops'> & EncryptionOptions;

export type StartOptions = Exposure & {
  /** Defaults to the port of the last start. If the port is in use, `start` throws `service/listen`. */
  readonly port?: number;
  /**
   * False for a single command: stores no account, does not affect the next start, and uses a free port, so
   * that other programs do not find the service.
   */
  readonly remember?: boolean;
};

export type BuiltIn = {
  readonly events: Events<{ changed: ServiceStatus }>;
  status(): ServiceStatus;
  /**
   * Updates the account and enables the service for the next start. Returns the status if the service already
   * runs. Addresses in the options override the settings until `setExposure` or the end of this process.
   */
  start(options?: StartOptions): Promise<ServiceStatus>;
  /** With `remember` false, the service stays enabled for the application's next start. */
  stop(options?: { readonly remember?: boolean }): Promise<ServiceStatus>;
  /**
   * Sets the mail server, or the outbox folder if null, and restarts a running service. Throws
   * `settings/badMailServer`.
   */
  setMailServer(server: MailServer | null, password?: string): Promise<ServiceStatus>;
  /**
   * Stores the addresses and restarts a running service; if that fails, restores the previous addresses.
   * Throws `settings/badExposure`, `service/noHost`, `service/publicUrl`, `service/listen`, and the errors of
   * `readTlsFiles`.
   */
  setExposure(exposure: ExposureSetting): Promise<ServiceStatus>;
  /**
   * Throws `core/serviceStopped`. `identity` throws `core/ownCredentials` for Slipway's own credentials;
   * `firstUser` contains the credentials that this start created.
   */
  service(): Service;
};

type Deps = Pick<ServiceOptions, 'clock' | 'log' | 'redactor' | 'passwordCost'> &
  Required<Pick<ServiceOptions, 'accessLog' | 'inspect' | 'mailLanguage' | 'onMail'>> & {
    readonly dataDir: string;
    readonly settings: SettingsStore;
    readonly accounts: Accounts;
    readonly mailServers: MailServers;
  };

export function createBuiltIn(deps: Deps): BuiltIn {
  const { settings } = deps;
  const run = createRun(deps);
  const { events, status } = run;
  const serially = pLimit(1);

  const setMailServer: BuiltIn['setMailServer'] = async (server, password) => {
    await deps.mailServers.store(server, password);
    if (!run.service()) {
      events.emit('changed', status());
      return status();
    }
    await run.stop();
    await run.start();
    await run.service()?.outbox.retryQueued();
    return status();
  };

  const setExposure: BuiltIn['setExposure'] = async (wanted) => {
    const next = await validatedExposure(wanted, deps.clock.now());
    const { host, publicUrl, proxyHops, tls } = settings.get().builtInService;
    const isRunning = run.service() !== null;
    saveService(settings, next);
    const override = run.replaceOverride({});
    if (!isRunning) return status();
    await run.stop();
    try {
      return await run.start();
    } catch (error) {
      saveService(settings, { host, publicUrl, proxyHops, tls });
      run.replaceOverride(override);
      await run.start();
      throw error;
    }
  };

  return {
    events,
    status,
    start: (options) => serially(run.start, options),
    stop: ({ remember = true } = {}) =>
      serially(() => {
        if (remember) saveService(settings, { enabled: false });
        return run.stop();
      }),
    setMailServer: (server, password) => serially(setMailServer, server, password),
    setExposure: (wanted) => serially(setExposure, wanted),
    service: () => {
      const service = run.service();
      if (!service) throw coreErrors.serviceStopped({});
      return service;
    },
  };
}

function createRun(deps: Deps) {
  const { settings } = deps;
  const log = deps.log.scope('built-in');
  const events = new Events<{ changed: ServiceStatus }>(log);
  let state: State = { kind: 'stopped' };
  let override: Exposure = {};

  const running = (): Service | null => (state.kind === 'running' ? state.service : null);
  const status = (): ServiceStatus => {
    const service = running();
    return {
      running: service !== null,
      state: state.kind,
      url: service?.url ?? null,
      exposure: service && exposureOf(service),
      mail: settings.get().builtInService.mailServer === null ? 'outbox' : 'server',
      authority: service?.authority() ?? null,
      failure: state.kind === 'failed' ? state.failure : null,
    };
  };
  const setState = (next: State): void => {
    log.info(`${state.kind} → ${next.kind}`);
    state = next;
    events.emit('changed', status());
  };

  return {
    events,
    status,
    service: running,
    replaceOverride: (next: Exposure): Exposure => {
      const before = override;
      override = next;
      return before;
    },
    start: async (options: StartOptions = {}): Promise<ServiceStatus> => {
      if (state.kind === 'running') return status();
      const { remember: isPersistent = true, port = isPersistent ? undefined : 0, ...given } = options;
      // A service for a single command ignores the saved exposure, because other computers need not reach it.
      const exposure = { ...(isPersistent ? savedExposure(settings) : {}), ...override, ...given };
      setState({ kind: 'starting' });
      try {
        const openOn = (chosen: number): Promise<Service> => openService(deps, chosen, exposure);
        const lastPort = settings.get().builtInService.port;
        const service = await (port === undefined ? openOnLastPort(openOn, lastPort) : openOn(port));
        override = { ...override, ...given };
        const firstUser = isPersistent ? await persist(service, deps) : null;
        const identity = guardIdentity(service.identity);
        setState({ kind: 'running', service: { ...service, identity, firstUser } });
        return status();
      } catch (error) {
        setState({ kind: 'failed', failure: toFailure(error) });
        throw error;
      }
    },
    stop: async (): Promise<ServiceStatus> => {
      const service = running();
      if (!service) return status();
      setState({ kind: 'stopping' });
      try {
        await service.stop();
      } finally {
        setState({ kind: 'stopped' });
      }
      return status();
    },
  };
}

async function openService(deps: Deps, port: number, exposure: Exposure): Promise<Service> {
  const { clock, redactor, accessLog, inspect, mailLanguage, onMail, passwordCost } = deps;
  const mail = await deps.mailServers.get();
  // Imported on demand: the service is most of the program, and most commands do not need it.
  const { startService } = await import('../../service/service.ts');
  return startService({
    ...{ clock, redactor, accessLog, inspect, mailLanguage, onMail, port },
    dataDir: join(deps.dataDir, 'service'),
    ...exposure,
    smtp: mail && { ...mail.server, password: mail.password },
    log: deps.log.scope('service'),
    ...(passwordCost === undefined ? {} : { passwordCost }),
  });
}

function saveService(settings: SettingsStore, changes: Partial<Settings['builtInService']>): void {
  settings.update((now) => ({ ...now, builtInService: { ...now.builtInService, ...changes } }));
}

function savedExposure(settings: SettingsStore): Exposure {
  const { host, publicUrl, proxyHops, tls } = settings.get().builtInService;
  return {
    ...(host === null ? {} : { host }),
    ...(publicUrl === null ? {} : { publicUrl }),
    ...(tls === false ? {} : { tls: tls === true ? 'auto' : tls }),
    proxyHops,
  };
}

/** Stores the account and the port. Stops the service on errors, because Slipway could not sign in to it. */
async function persist(service: Service, { accounts, settings }: Deps): Promise<FirstUser | null> {
  try {
    const firstUser = await updateAccount(service, accounts);
    const { port, protocol } = new URL(service.localUrl);
    saveService(settings, { enabled: true, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    return firstUser;
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Reuses the last port, so that links in mail stay valid. If the port is in use, selects a free port. */
async function openOnLastPort(open: (port: number) => Promise<Service>, port: number): Promise<Service> {
  try {
    return await open(port);
  } catch (error) {
    if (port === 0 || systemCode(error) !== 'EADDRINUSE') throw error;
    return open(0);
  }
}
