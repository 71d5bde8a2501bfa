/** What a service, or something on the way to it, answers instead of what it was to change. */
import { expect, test } from 'vitest';
import { sampleProfile } from '../uploads/samples.ts';
import { clientAt, plainVersion, reply, serverOf, withToken } from './api-world.ts';

const page = '<html><head><title>Sign in to the network</title></head><body>…</body></html>';

/** A service that answers a change with `instead`; afterwards the version is active, or not. */
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
  ['nothing', ''],
  ['a web page', page],
  ['a success of its own', '{"success":true}'],
  ['another version', JSON.stringify({ ...plainVersion, id: 8 })],
])('%s, and the version is as wanted', async (_, instead) => {
  const testingdist = await start(instead, true);
  await expect(testingdist.activate(7)).resolves.toEqual({ ...plainVersion, isActive: true });
});

test('a web page, and the version is as before: the page is the reason', async () => {
  const code = 'api/webPage';
  await expect((await start(page, false)).activate(7)).rejects.toMatchObject({ code });
  await expect((await start(page, true)).deactivate(7)).rejects.toMatchObject({ code });
});

test('a success of its own, and the version is as before', async () => {
  const testingdist = await start('{"success":true}', false);
  await expect(testingdist.activate(7)).resolves.toEqual({ ...plainVersion, isActive: false });
});

test.each([
  ['as it was: the page is the reason', 'Shop', false],
  ['as it was wanted', 'Notes', true],
])('a web page for a change of a store profile that is %s', async (_, name, changed) => {
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
