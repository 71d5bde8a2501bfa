/** Google's Android Developer ID Status API, as its discovery document and its guide describe it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const validKey = 'AIzaValidKey-0123456789';

export type StatusFault = 'denied' | 'quota' | 'error' | 'hang' | 'garbage' | 'huge' | 'redirect' | 'break';

export type StatusService = {
  readonly url: string;
  /** Packages with the fingerprint of their registered certificate. */
  readonly registered: Map<string, string>;
  /** Packages in the requests, except requests that only check the key. */
  readonly asked: readonly string[];
  readonly keys: readonly unknown[];
  /** Replaces all responses with a fault. Null restores the normal responses. */
  setFault(fault: StatusFault | null): void;
};

const pathPattern = /^\/v1\/packages\/([\w-]+)\/packageRegistrationStatus:check$/;

export async function startStatusService(): Promise<StatusService> {
  const registered = new Map<string, string>();
  const asked: string[] = [];
  const keys: unknown[] = [];
  let fault: StatusFault | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const name = pathPattern.exec(url.pathname)?.[1]?.replaceAll('-', '.');
    const fingerprint = url.searchParams.get('certificateFingerprint');
    const key = request.headers['x-goog-api-key'];
    keys.push(key);
    if (name !== undefined && fingerprint !== null) asked.push(name);
    if (fault !== null) fail(response, fault);
    else answer(response, key, request.method === 'GET' ? name : undefined, fingerprint);
  });
  const answer = (
    response: ServerResponse,
    key: unknown,
    name: string | undefined,
    fingerprint: string | null,
  ): void => {
    const isFingerprint = fingerprint === null || /^[0-9a-f]{64}$/.test(fingerprint);
    if (key === undefined) refuse(response, 403, 'PERMISSION_DENIED');
    else if (key !== validKey) refuse(response, 400, 'INVALID_ARGUMENT', [{ reason: 'API_KEY_INVALID' }]);
    else if (name === undefined || !isFingerprint) refuse(response, 400, 'INVALID_ARGUMENT');
    else reply(response, 200, resource(name, stateOf(registered.get(name), fingerprint)));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    registered,
    asked,
    keys,
    setFault: (next) => {
      fault = next;
    },
  };
}

function stateOf(certificate: string | undefined, fingerprint: string | null): string {
  if (certificate === undefined) return 'NOT_REGISTERED';
  const isSame = fingerprint === null || fingerprint === certificate;
  return isSame ? 'REGISTERED' : 'REGISTERED_WITH_ANOTHER_CERTIFICATE_FINGERPRINT';
}

function resource(packageId: string, state: string): object {
  return { name: `packages/${packageId.replaceAll('.', '-')}/packageRegistrationStatus`, state };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, code: number, status: string, details: unknown[] = []): void {
  reply(response, code, { error: { code, message: 'Not meant for programs.', status, details } });
}

function fail(response: ServerResponse, fault: StatusFault): void {
  if (fault === 'denied') refuse(response, 403, 'PERMISSION_DENIED', [{ reason: 'SERVICE_DISABLED' }]);
  if (fault === 'quota') refuse(response, 429, 'RESOURCE_EXHAUSTED');
  if (fault === 'error') refuse(response, 500, 'INTERNAL');
  if (fault === 'garbage') response.end('<html>state: REGISTERED');
  if (fault === 'huge') response.end(JSON.stringify({ state: 'REGISTERED', name: 'x'.repeat(200_000) }));
  if (fault === 'redirect') response.writeHead(302, { location: '/v1/packages/elsewhere' }).end();
  if (fault === 'break') response.destroy();
}
