/** Requests that change data, with responses of an intermediary or with an unexpected body. */
import { expect, test } from 'vitest';
import { sampleProfile } from '../uploads/samples.ts';
import { clientAt, plainVersion, reply, serverOf, withToken } from './api-world.ts';

const page = '<html><head><title>Sign in to the network</title></head><body>…</body></html>';

/** Starts a service whose version has this `isActive`. Responds with `instead` to all requests except GET. */
async function start(instead: string, isActive: boolean) {
  const url = await serverOf(
    withToken((request, response) => {
      if (request.method === 'GET') return reply(response, 200, { ...plainVersion, isActive });
      response.writeHead(200, { 'content-type': instead === page ? 'text/html' : 'application/json' });
      response.end(instead);
    }),
  );
  return clientAt(url).api.testingdist;
}

test.each([
  ['an empty body', ''],
  ['a web page', page],
  ['other JSON', '{"success":true}'],
  ['another version', JSON.stringify({ ...plainVersion, id: 8 })],
])('an activation answered with %s succeeds if the version is active', async (_, instead) => {
  const testingdist = await start(instead, true);
  await expect(testingdist.activate(7)).resolves.toEqual({ ...plainVersion, isActive: true });
});

test('an activation answered with a web page fails if nothing has changed', async () => {
  const code = 'api/webPage';
  await expect((await start(page, false)).activate(7)).rejects.toMatchObject({ code });
  await expect((await start(page, true)).deactivate(7)).rejects.toMatchObject({ code });
});

test('an activation answered with other JSON returns the current version', async () => {
  const testingdist = await start('{"success":true}', false);
  await expect(testingdist.activate(7)).resolves.toEqual({ ...plainVersion, isActive: false });
});

test.each([
  ['fails if the profile is unchanged', 'Shop', false],
  ['succeeds if the profile has changed', 'Notes', true],
])('a store update answered with a web page %s', async (_, name, changed) => {
  const url = await serverOf(
    withToken((request, response) => {
      if (request.method === 'GET') return reply(response, 200, sampleProfile({ name }));
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }),
  );
  const update = clientAt(url).api.appstore.update(3, { Name: 'Notes' });
  if (changed) await expect(update).resolves.toMatchObject({ name });
  else await expect(update).rejects.toMatchObject({ code: 'api/webPage' });
});
