/** Warnings about unencrypted connections to the database and to S3. The host names do not exist. */
import { describe, expect, test } from 'vitest';
import { openStorage } from '../../../main/service/storage/open-storage.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const s3 = {
  region: 'us-east-1',
  bucket: 'builds',
  accessKeyId: 'a',
  secretAccessKey: 'b',
  pathStyle: true,
  prefix: '',
};

async function warningsOf(given: { readonly url?: string; readonly endpoint?: string }) {
  const { log, lines } = collectedLog();
  const folder = await temporaryFolder();
  const { url, endpoint } = given;
  const database = url === undefined ? { folder } : { url, maxConnections: 2 };
  const builds = endpoint === undefined ? { folder } : { ...s3, endpoint };
  await expect(openStorage({ database, builds }, log)).rejects.toThrow();
  return lines.filter((line) => line.includes('not encrypted')).join();
}

describe('openStorage', () => {
  test.each([
    'postgres://slipway:hidden-word@db.invalid/slipway',
    'postgres://slipway:hidden-word@db.invalid/slipway?sslmode=disable',
    'postgres://slipway:hidden-word@localhost/slipway?host=db.invalid',
  ])('warns when it connects to PostgreSQL without TLS: %s', async (url) => {
    const warnings = await warningsOf({ url });
    expect(warnings).toContain('Connections to PostgreSQL are not encrypted');
    expect(warnings).not.toContain('hidden-word');
  });

  test.each([
    'postgres://slipway@db.invalid/slipway?sslmode=verify-full',
    'postgres://slipway@db.invalid/slipway?sslmode=require',
    'postgres://slipway@127.0.0.1:1/slipway',
    'postgres://slipway@localhost:1/slipway',
    'postgres://slipway@[::1]:1/slipway',
    'postgres://slipway@%2Frun%2Fnowhere/slipway',
  ])('does not warn when the connection is encrypted or local: %s', async (url) => {
    expect(await warningsOf({ url })).toBe('');
  });

  test('warns when it connects to S3 without TLS', async () => {
    const warnings = await warningsOf({ endpoint: 'http://s3.invalid:7070' });
    expect(warnings).toContain('Connections to the S3 server are not encrypted');
    expect(await warningsOf({ endpoint: 'https://s3.invalid' })).toBe('');
    expect(await warningsOf({ endpoint: 'http://127.0.0.1:1' })).toBe('');
  });
});
