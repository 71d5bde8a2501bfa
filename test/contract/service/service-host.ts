import { createHash } from 'node:crypto';
import { build, type PlistValue } from 'plist';
import { expect, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../../main/base/clock.ts';
import { Redactor } from '../../../main/base/log/redact.ts';
import { type Service, type ServiceOptions, startService } from '../../../main/service/service.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { adHocProfile } from '../../fakes/profiles.ts';
import { quickPasswords } from '../../fakes/quick-passwords.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { buildSampleApk } from '../../fixtures/builds/sample-apk.ts';
import { buildSampleIpa } from '../../fixtures/builds/sample-ipa.ts';
import { tokenOf } from '../../sign-in.ts';
import { type Exchange, watchAnswers } from '../api/answer-watch.ts';
import { describeService } from './described-service.ts';
import { createDescriptionCheck } from './description-check.ts';

export const linkType = 'application/vnd.acme.hateaos+json';

/** A running service with a signed-in caller. */
export type ServiceHost = {
  readonly service: Service;
  readonly dataDir: string;
  readonly lines: readonly string[];
  readonly token: string;
  /** Every answer of the API so far, whoever asked. */
  readonly answers: readonly Exchange[];
  /** A request with the token; `path` begins after the address. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** The JSON of a request that must succeed. */
  json<Result>(method: string, path: string, options?: CallOptions): Promise<Result>;
  upload(path: string, file: Uint8Array<ArrayBuffer>, options?: UploadOptions): Promise<Response>;
  /** The JSON of an upload. */
  add<Made>(path: string, file: Uint8Array<ArrayBuffer>, options?: UploadOptions): Promise<Made>;
};

export type CallOptions = {
  readonly accept?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};
export type UploadOptions = { readonly field?: string; readonly name?: string; readonly accept?: string };

/** Starts a service that ends with the test, which fails when an answer is not as the service describes itself. */
export async function startHost(
  given: Partial<Extract<ServiceOptions, { dataDir: string }>> = {},
): Promise<ServiceHost> {
  const dataDir = given.dataDir ?? (await temporaryFolder());
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const clock: Clock = given.clock ?? systemClock;
  const service = await startService({ log, redactor, ...quickPasswords, ...given, clock, dataDir });
  const answers = holdToDescription(service.localUrl);
  onTestFinished(() => service.stop());
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const token = await tokenOf(service.localUrl, user);
  return { service, dataDir, lines, token, answers, ...caller(service.localUrl, token) };
}

function holdToDescription(url: string): readonly Exchange[] {
  const answers: Exchange[] = [];
  const forget = watchAnswers(url, (exchange) => {
    // Pages and files that links lead to are for people, not part of the API.
    if (!/^\/+(install\/.*)?$/.test(exchange.path)) answers.push(exchange);
  });
  // The last thing of the test: hooks run in the opposite order, so the service has stopped.
  onTestFinished(async () => {
    forget();
    const check = createDescriptionCheck(await describeService());
    expect(answers.flatMap(check), 'answers that /openapi.json does not describe').toEqual([]);
  });
  return answers;
}

export function requestToken(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${url}/identity/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
}

export function caller(url: string, token: string): Pick<ServiceHost, 'call' | 'json' | 'upload' | 'add'> {
  const call: ServiceHost['call'] = (method, path, options = {}) => {
    const { body } = options;
    const isForm = body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string';
    return fetch(url + path, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(options.accept === undefined ? {} : { accept: options.accept }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  };
  const upload: ServiceHost['upload'] = (path, file, { field = 'file', name = 'build.apk', accept } = {}) => {
    const form = new FormData();
    form.append(field, new Blob([file]), name);
    return call('POST', path, { body: form, ...(accept === undefined ? {} : { accept }) });
  };
  return {
    call,
    upload,
    add: async (...given) => (await (await upload(...given)).json()) as never,
    json: async (method, path, options) => {
      const response = await call(method, path, options);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    },
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A small whole apk of its own id; `version` and `size` tell builds apart. */
export async function sampleApk(
  given: {
    readonly id?: string;
    readonly name?: string;
    readonly version?: string;
    readonly padding?: number;
  } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { id = 'com.example.shop', name = 'Shop & Söhne <b>', version = '2.4.1', padding = 2_000 } = given;
  const bytes = await buildSampleApk({
    id,
    label: name,
    versionName: version,
    versionCode: 1187,
    minSdk: 24,
    targetSdk: 36,
    paddingBytes: padding,
  });
  return new Uint8Array(bytes);
}

export async function sampleIpa(
  given: {
    readonly id?: string;
    readonly name?: string;
    readonly version?: string;
    readonly minOs?: string;
    /** Property list of the provisioning profile; null for a build without. */
    readonly profile?: PlistValue | null;
  } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { id = 'com.example.shop', name = 'Shop & Söhne <b>', version = '2.5', minOs = '16.0' } = given;
  const { profile = adHocProfile } = given;
  const bytes = await buildSampleIpa({
    id,
    name,
    versionName: version,
    build: '1200',
    minOs,
    paddingBytes: 2_000,
    ...(profile ? { profile: Buffer.from(build(profile)) } : {}),
  });
  return new Uint8Array(bytes);
}
