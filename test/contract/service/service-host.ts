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
import { type Exchange, recordResponses } from '../api/response-recorder.ts';
import { describeService } from './described-service.ts';
import { createDescriptionCheck } from './description-check.ts';

export const linkType = 'application/vnd.acme.hateaos+json';

/** A running service with a signed-in caller. */
export type ServiceHost = {
  readonly service: Service;
  readonly dataDir: string;
  readonly lines: readonly string[];
  readonly token: string;
  /** Every response of the API so far, to any client. */
  readonly answers: readonly Exchange[];
  /** Sends a request with the token. `path` is relative to the service address. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Sends a request that must succeed and returns its JSON. */
  json<Result>(method: string, path: string, options?: CallOptions): Promise<Result>;
  upload(path: string, file: Uint8Array<ArrayBuffer>, options?: UploadOptions): Promise<Response>;
  /** Uploads a file and returns the JSON of the response. */
  add<Made>(path: string, file: Uint8Array<ArrayBuffer>, options?: UploadOptions): Promise<Made>;
};

export type CallOptions = {
  readonly accept?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};
export type UploadOptions = { readonly field?: string; readonly name?: string; readonly accept?: string };

/** Starts a service for the test, which fails if a response does not match `/openapi.json`. */
export async function startHost(
  given: Partial<Extract<ServiceOptions, { dataDir: string }>> = {},
): Promise<ServiceHost> {
  const dataDir = given.dataDir ?? (await temporaryFolder());
  const redactor = new Redactor();
  const { log, lines } = collectedLog(redactor);
  const clock: Clock = given.clock ?? systemClock;
  const service = await startService({ log, redactor, ...quickPasswords, ...given, clock, dataDir });
  const answers = checkAgainstDescription(service.localUrl);
  onTestFinished(() => service.stop());
  const user = service.firstUser ?? (await service.identity.renewFirstUser());
  const token = await tokenOf(service.localUrl, user);
  return { service, dataDir, lines, token, answers, ...caller(service.localUrl, token) };
}

function checkAgainstDescription(url: string): readonly Exchange[] {
  const answers: Exchange[] = [];
  const stopWatching = recordResponses(url, (exchange) => {
    // Install pages and their files are not part of the API.
    if (!/^\/+(install\/.*)?$/.test(exchange.path)) answers.push(exchange);
  });
  // Hooks run in reverse order, so the service has stopped before this hook runs.
  onTestFinished(async () => {
    stopWatching();
    const check = createDescriptionCheck(await describeService());
    expect(answers.flatMap(check), 'responses that /openapi.json does not describe').toEqual([]);
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

/** Builds a small complete apk. `version` and `padding` distinguish builds. */
export async function sampleApk(
  given: {
    readonly id?: string;
    readonly name?: string;
    readonly version?: string;
    readonly padding?: number;
    readonly targetSdk?: number;
  } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { id = 'com.example.shop', name = 'Shop & Söhne <b>', version = '2.4.1' } = given;
  const { padding = 2_000, targetSdk = 36 } = given;
  const bytes = await buildSampleApk({
    id,
    label: name,
    versionName: version,
    versionCode: 1187,
    minSdk: 24,
    targetSdk,
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
    readonly padding?: number;
    /** Property list of the provisioning profile, or null for none. */
    readonly profile?: PlistValue | null;
  } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { id = 'com.example.shop', name = 'Shop & Söhne <b>', version = '2.5', minOs = '16.0' } = given;
  const { profile = adHocProfile, padding = 2_000 } = given;
  const bytes = await buildSampleIpa({
    id,
    name,
    versionName: version,
    build: '1200',
    minOs,
    paddingBytes: padding,
    ...(profile ? { profile: Buffer.from(build(profile)) } : {}),
  });
  return new Uint8Array(bytes);
}
