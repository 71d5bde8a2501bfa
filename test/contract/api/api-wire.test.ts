import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readResource } from '../../../main/api/resources/read.ts';
import {
  listedTestApplication,
  root,
  storeItem,
  storeProfile,
  type TestApplication,
  type TestVersion,
  testApplication,
  testVersion,
} from '../../../main/api/wire.ts';
import { withoutLinks } from '../core/unlinked.ts';
import { linkType, type ServiceHost, sampleApk, sampleIpa, startHost } from '../service/service-host.ts';

/** Returns the schema with every nested object made strict. */
function exact(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodNullable) return exact(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(exact(schema.element));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, unknown>);
    return z.strictObject(Object.fromEntries(fields.map(([name, inner]) => [name, exact(inner)])));
  }
  if (schema instanceof z.ZodType) return schema;
  throw new Error('no schema');
}

type Emitted = {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly plain: unknown;
  readonly linked: unknown;
};

/** Calls every operation that sets a field and returns all response bodies. */
async function emitted(host: ServiceHost): Promise<readonly Emitted[]> {
  const tests = '/api/v3/testingdist/profiles';
  const store = '/api/v3/appstore/profiles';
  const made = await host.add<TestApplication>(tests, await sampleApk());
  const version = await host.add<TestVersion>(`${tests}/${made.id}/items`, await sampleIpa());
  const one = `${tests}/items/${version.id}`;
  await host.call('POST', `${one}/activate`);
  await host.call('POST', `${one}/send`, {
    body: { teamIds: [], memberIds: [], emails: ['ann@example.org'] },
  });
  const profile = await host.add<{ id: number }>(store, await sampleApk());
  const upload = async (accept?: string): Promise<unknown> =>
    (
      await host.upload(`${store}/${profile.id}`, await sampleIpa(), {
        field: 'fileName',
        ...(accept === undefined ? {} : { accept }),
      })
    ).json();
  const item: Emitted = {
    name: 'store item',
    schema: storeItem,
    plain: await upload(),
    linked: withoutLinks(await upload(linkType)),
  };
  const reads: readonly (readonly [string, z.ZodType, string])[] = [
    ['root', root, '/api/v3/root'],
    ['applications', z.array(listedTestApplication), tests],
    ['application', testApplication, `${tests}/${made.id}`],
    ['version', testVersion, one],
    ['store profiles', z.array(storeProfile), store],
    ['store profile', storeProfile, `${store}/${profile.id}`],
  ];
  const read = await Promise.all(
    reads.map(async ([name, schema, path]): Promise<Emitted> => {
      const linked = await host.json<unknown>('GET', path, { accept: linkType });
      return {
        name,
        schema,
        plain: await host.json('GET', path),
        linked: name === 'root' ? linked : withoutLinks(linked),
      };
    }),
  );
  return [...read, item];
}

type Path = readonly (string | number)[];

/** Returns the paths of all properties in `value` that the schema describes, except below `z.unknown()`. */
function paths(value: unknown, schema: unknown, at: Path = []): Path[] {
  if (schema instanceof z.ZodNullable) return paths(value, schema.unwrap(), at);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => paths(item, schema.element, [...at, index]));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = schema.shape as Record<string, unknown>;
  return Object.entries(value).flatMap(([name, item]) => [
    [...at, name],
    ...paths(item, shape[name], [...at, name]),
  ]);
}

/** Returns a copy in which the property at `path` is removed or replaced, or has an unknown sibling. */
function damaged(value: unknown, path: Path, how: 'gone' | 'other' | 'more'): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? damaged(item, rest, how) : item));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      if (name !== first) return [[name, item]];
      if (rest.length > 0) return [[name, damaged(item, rest, how)]];
      if (how === 'gone') return [];
      return how === 'more'
        ? [
            [name, item],
            [`${name}2`, item],
          ]
        : [[name, { odd: item }]];
    }),
  );
}

test('the wire schemas accept exactly what the service sends', async () => {
  const all = await emitted(await startHost());
  const cases = all.map((one) => ({
    ...one,
    strict: exact(one.schema),
    paths: paths(one.plain, one.schema),
  }));
  for (const { name, schema, strict, plain, linked } of cases) {
    expect(strict.safeParse(plain).error?.issues ?? [], name).toEqual([]);
    expect(strict.safeParse(linked).error?.issues ?? [], `${name}, linked`).toEqual([]);
    expect(readResource(schema, plain), name).toEqual({ ok: true, value: plain });
  }
  const change = fc.record({
    one: fc.constantFrom(...cases),
    at: fc.nat(),
    how: fc.constantFrom('gone', 'other', 'more'),
  });
  fc.assert(
    fc.property(change, ({ one, at, how }) => {
      const path = one.paths[at % one.paths.length] ?? [];
      fc.pre(!(how === 'gone' && path.at(-1) === 'mailState'));
      expect(one.strict.safeParse(damaged(one.plain, path, how)).success).toBe(false);
    }),
    { numRuns: 500 },
  );
});
