import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration, secretsIn, variableNames } from '../../../main/cli/server/configuration.ts';
import { textOf } from '../../../main/messages/text.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const shared = {
  SLIPWAY_PUBLIC_URL: 'https://builds.example.org',
  SLIPWAY_DATABASE_URL: 'postgres://slipway:p%40ss@db.example.org/slipway',
  SLIPWAY_S3_ENDPOINT: 'https://s3.example.org',
  SLIPWAY_S3_BUCKET: 'builds',
  SLIPWAY_S3_ACCESS_KEY_ID: 'AKIA1',
  SLIPWAY_S3_SECRET_ACCESS_KEY: 'secret-of-s3',
};

const folderOnly = { SLIPWAY_PUBLIC_URL: 'http://localhost:8080', SLIPWAY_DATA_FOLDER: '/srv/slipway' };

async function errorText(environment: Record<string, string>, file?: string): Promise<string> {
  const failure = await readConfiguration(environment, file).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'cli/configuration' });
  return textOf(failure as never);
}

test('readConfiguration reads PostgreSQL and S3 settings with defaults', async () => {
  const configuration = await readConfiguration(shared);
  expect(configuration).toMatchObject({
    storage: {
      database: { url: shared.SLIPWAY_DATABASE_URL, maxConnections: 10 },
      builds: {
        endpoint: 'https://s3.example.org',
        region: 'us-east-1',
        bucket: 'builds',
        prefix: '',
        pathStyle: true,
      },
      redirectDownloads: false,
    },
    host: '127.0.0.1',
    port: 8080,
    proxyHops: 0,
    smtp: null,
    mailLanguage: 'en',
    maxBuildBytes: 4_294_967_296,
    parallelUploads: 16,
    logLevel: 'info',
    drainMs: 5_000,
    drainLimitMs: 3_600_000,
  });
  expect(secretsIn(configuration)).toEqual(['p@ss', 'secret-of-s3']);
});

test('readConfiguration uses the data folder without a database or S3', async () => {
  const folder = { folder: '/srv/slipway' };
  expect((await readConfiguration(folderOnly)).storage).toEqual({
    database: folder,
    builds: folder,
    redirectDownloads: false,
  });
  const mixed = { ...folderOnly, SLIPWAY_DATABASE_URL: shared.SLIPWAY_DATABASE_URL };
  expect((await readConfiguration(mixed)).storage).toMatchObject({
    database: { maxConnections: 10 },
    builds: folder,
  });
});

test('readConfiguration reports all errors in one message', async () => {
  const text = await errorText({
    SLIPWAY_PORT: '80a',
    SLIPWAY_PUBLIC_URL: 'builds.example.org',
    SLIPWAY_PROXY_HOPS: '11',
    SLIPWAY_SMTP_SECURITY: 'ssl',
    SLIPWAY_MAIL_LANGUAGE: 'es',
    SLIPWAY_DATABASE_ULR: 'postgres://db/slipway',
    SLIPWAY_S3_PATH_STYLE: 'yes',
  });
  for (const part of [
    'SLIPWAY_PORT must be a whole number from 0 to 65535.',
    'SLIPWAY_PUBLIC_URL must be an address that begins with https:// or http://.',
    'SLIPWAY_PROXY_HOPS must be from 0 to 10.',
    'SLIPWAY_SMTP_SECURITY must be tls, starttls or none.',
    'SLIPWAY_MAIL_LANGUAGE must be one of en, de, fr, tr.',
    'SLIPWAY_DATABASE_ULR is not a variable of the server',
    'SLIPWAY_S3_PATH_STYLE must be true or false.',
  ]) {
    expect(text).toContain(part);
  }
});

test.each([
  [{ ...folderOnly, SLIPWAY_PUBLIC_URL: '' }, 'SLIPWAY_PUBLIC_URL is not set.'],
  [{ ...folderOnly, SLIPWAY_DATA_FOLDER: '' }, 'SLIPWAY_DATA_FOLDER is not set'],
  [{ ...shared, SLIPWAY_S3_BUCKET: '' }, 'SLIPWAY_S3_BUCKET is not set, but S3 requires it.'],
  [{ ...folderOnly, SLIPWAY_S3_BUCKET: 'builds' }, 'SLIPWAY_S3_BUCKET is set without SLIPWAY_S3_ENDPOINT.'],
  [{ ...folderOnly, SLIPWAY_S3_REDIRECT: 'true' }, 'SLIPWAY_S3_REDIRECT is set without SLIPWAY_S3_ENDPOINT.'],
  [{ ...folderOnly, SLIPWAY_SMTP_HOST: 'mail.example.org' }, 'SLIPWAY_SMTP_FROM is not set'],
  [
    { ...folderOnly, SLIPWAY_SMTP_USER: 'a' },
    'SLIPWAY_SMTP_USER and SLIPWAY_SMTP_PASSWORD must be set together.',
  ],
  [{ ...shared, SLIPWAY_DATABASE_URL: 'mysql://db/slipway' }, 'SLIPWAY_DATABASE_URL must be an address'],
])('readConfiguration rejects %j: %s', async (environment, sentence) => {
  expect(await errorText(environment)).toContain(sentence);
});

test('a configuration error contains no secret', async () => {
  const text = await errorText({
    ...shared,
    SLIPWAY_DATABASE_URL: 'mysql://slipway:hidden-word@db/slipway',
  });
  expect(text).not.toContain('hidden-word');
});

test('readConfiguration reads a file, secret files and the environment', async () => {
  const folder = await temporaryFolder();
  const [file, secret] = [join(folder, 'server.env'), join(folder, 'smtp-password')];
  await writeFile(secret, 'from-a-file\n');
  await writeFile(
    file,
    [
      '# Slipway',
      ...Object.entries(folderOnly).map(([name, value]) => `${name}=${value}`),
      'SLIPWAY_PORT=9000',
      'SLIPWAY_SMTP_HOST="mail.example.org"',
      'SLIPWAY_SMTP_FROM="Builds <builds@example.org>"',
      'SLIPWAY_SMTP_USER=builds',
      `SLIPWAY_SMTP_PASSWORD_FILE=${secret}`,
    ].join('\n'),
  );
  const expected = {
    port: 9001,
    smtp: { host: 'mail.example.org', port: 587, secure: false, requireTls: true, password: 'from-a-file' },
  };
  expect(await readConfiguration({ SLIPWAY_PORT: '9001' }, file)).toMatchObject(expected);
  expect(await readConfiguration({ SLIPWAY_PORT: '9001', SLIPWAY_CONFIG: file })).toMatchObject(expected);
  const both = { SLIPWAY_SMTP_PASSWORD: 'another' };
  expect(await errorText(both, file)).toContain(
    'SLIPWAY_SMTP_PASSWORD and SLIPWAY_SMTP_PASSWORD_FILE are both set',
  );
  await writeFile(file, 'SLIPWAY_PUBLIC_ULR=https://builds.example.org\n');
  expect(await errorText(folderOnly, file)).toContain('SLIPWAY_PUBLIC_ULR is not a variable of the server');
});

test('readConfiguration names a missing file', async () => {
  expect(await errorText(folderOnly, '/no/such/server.env')).toContain(
    'The file /no/such/server.env cannot be read (ENOENT).',
  );
  const missing = { ...folderOnly, SLIPWAY_S3_SECRET_ACCESS_KEY_FILE: '/no/such/key' };
  expect(await errorText(missing)).toContain(
    'SLIPWAY_S3_SECRET_ACCESS_KEY_FILE: the file /no/such/key cannot be read',
  );
});

test('the sample server.env lists every variable and is valid', async () => {
  const file = resolve(import.meta.dirname, '../../../assets/deploy/server.env');
  const named = [...(await readFile(file, 'utf8')).matchAll(/^#?(SLIPWAY_\w+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(variableNames.toSorted());
  expect(await readConfiguration({ SLIPWAY_DATA_FOLDER: '/srv/slipway' }, file)).toMatchObject({
    publicUrl: 'https://builds.example.org',
  });
});

test('compose.yaml sets valid variables', async () => {
  const file = resolve(import.meta.dirname, '../../../assets/deploy/compose.yaml');
  const filledIn = (await readFile(file, 'utf8'))
    .replace(/\$\{SLIPWAY_PUBLIC_URL:[^}]+\}/, 'https://builds.example.org')
    .replace(/\$\{\w+:\?[^}]+\}/g, 'secret')
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  const [, instance = ''] = /^x-instance:([\s\S]*?)^services:/m.exec(filledIn) ?? [];
  const values = Object.fromEntries(
    [...instance.matchAll(/^ {4}(SLIPWAY_\w+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;
  expect(variableNames).toEqual(expect.arrayContaining(Object.keys(values)));
  expect(await readConfiguration(values)).toMatchObject({
    proxyHops: 1,
    storage: { builds: { bucket: 'builds', accessKeyId: 'builds' } },
  });
});

test('compose.yaml gives instances no database superuser or S3 root account', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../../assets/deploy/compose.yaml'), 'utf8');
  const [, instance = '', services = ''] = /^x-instance:([\s\S]*?)^services:([\s\S]*)/m.exec(text) ?? [];
  expect(instance).not.toContain('ADMIN');
  expect(services).toMatch(/POSTGRES_PASSWORD: \$\{DATABASE_ADMIN_PASSWORD:/);
  expect(services).not.toContain('POSTGRES_USER');
  expect(services).toMatch(/ROOT_ACCESS_KEY: admin\n +ROOT_SECRET_KEY: \$\{S3_ADMIN_SECRET:/);
});
