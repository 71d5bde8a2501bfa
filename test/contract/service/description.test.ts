import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { readDescription } from './described-service.ts';
import { startHost } from './service-host.ts';

/** Operations of the reference API. It has no operation for the icon of a version, which is a field. */
const reference = [
  'post /identity/connect/token',
  'get /api/v3/root',
  'get /api/v3/appstore/profiles',
  'post /api/v3/appstore/profiles',
  'get /api/v3/appstore/profiles/{id}',
  'put /api/v3/appstore/profiles/{id}',
  'delete /api/v3/appstore/profiles/{id}',
  'post /api/v3/appstore/profiles/{id}',
  'delete /api/v3/appstore/profiles/items/{id}',
  'get /api/v3/testingdist/profiles',
  'post /api/v3/testingdist/profiles',
  'get /api/v3/testingdist/profiles/{id}',
  'delete /api/v3/testingdist/profiles/{id}',
  'get /api/v3/testingdist/profiles/items/{id}',
  'get /api/v3/testingdist/profiles/items/{id}/icon',
  'post /api/v3/testingdist/profiles/{id}/items',
  'delete /api/v3/testingdist/profiles/items/{id}',
  'post /api/v3/testingdist/profiles/items/{id}/activate',
  'delete /api/v3/testingdist/profiles/items/{id}/activate',
  'post /api/v3/testingdist/profiles/items/{id}/send',
];

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

test('the OpenAPI document is public and contains the address of its service', async () => {
  const host = await startHost();
  const response = await fetch(`${host.service.url}/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(await response.json()).toMatchObject({ servers: [{ url: host.service.url }] });
  const post = await host.call('POST', '/openapi.json');
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
});

test('the OpenAPI document contains the public URL behind a proxy', async () => {
  const address = 'https://builds.example.net/slipway';
  expect(await readDescription(address)).toMatchObject({
    servers: [{ url: address }],
    components: {
      securitySchemes: {
        passwordGrant: { flows: { password: { tokenUrl: `${address}/identity/connect/token` } } },
      },
    },
  });
});

test('the OpenAPI document contains exactly the expected operations', async () => {
  const host = await startHost();
  const { paths } = await host.json<Document>('GET', '/openapi.json');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const beyond = [
    'get /api/v3/people',
    'get /openapi.json',
    'post /api/v3/appstore/profiles/items/{id}/activate',
    'delete /api/v3/appstore/profiles/items/{id}/activate',
    'post /api/v3/uploads/testingdist',
    'post /api/v3/uploads/testingdist/{id}',
    'post /api/v3/uploads/appstore',
    'post /api/v3/uploads/appstore/{id}',
    'get /api/v3/uploads/base',
    ...['head', 'get', 'patch', 'delete'].map((method) => `${method} /api/v3/uploads/items/{id}`),
  ];
  expect(described.sort()).toEqual([...reference, ...beyond].sort());
});

test('the OpenAPI document is valid and has only internal references', async () => {
  const host = await startHost();
  const text = JSON.stringify(await host.json('GET', '/openapi.json'));
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1]);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((reference) => !reference?.startsWith('#/components/'))).toEqual([]);
  const broken = JSON.parse(text.replace('"summary":', '"sumary":'));
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('the OpenAPI document has only the expected linter warning', async () => {
  const host = await startHost();
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (source: string) =>
    (await lintFromString({ source, config })).map(({ severity, ruleId, location }) =>
      [severity, ruleId, location[0]?.pointer].join(' '),
    );
  const source = await (await fetch(`${host.service.url}/openapi.json`)).text();
  expect(await lint(source)).toEqual([
    // The reference API defines these paths. They are unambiguous, because ids are numbers.
    'warn no-ambiguous-paths #/paths/~1api~1v3~1testingdist~1profiles~1items~1{id}',
  ]);
  const withoutSummary = source.replace('"summary":"List the profiles",', '');
  expect(await lint(withoutSummary)).toContain(
    'error operation-summary #/paths/~1api~1v3~1appstore~1profiles/get/summary',
  );
});
