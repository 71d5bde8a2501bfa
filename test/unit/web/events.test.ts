import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWeb } from '../../../main/web/web.ts';
import { collectedLog } from '../../fakes/collected-log.ts';
import { type OpenedWeb, openWeb, postJson, type SessionHeaders } from './open-web.ts';

let opened: OpenedWeb;
beforeEach(async () => {
  opened = await openWeb();
});
afterEach(() => opened.close());

/** Opens the event stream and collects its text. */
async function listen(
  session: SessionHeaders,
): Promise<{ readonly stream: IncomingMessage; until(text: string): Promise<string> }> {
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      { host: '127.0.0.1', port: opened.port, path: '/bridge/events', headers: { ...session }, agent: false },
      resolve,
    ).on('error', reject);
  });
  let seen = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    seen += part;
  });
  return {
    stream,
    until: async (text) => {
      while (!seen.includes(text)) {
        await new Promise<string>((resolve, reject) => {
          stream.once('data', resolve);
          stream.once('end', () => reject(new Error(`the stream ended before ${text}: ${seen}`)));
        });
      }
      return seen;
    },
  };
}

test('each event of the contract is sent as one named event', async () => {
  const session = await opened.session();
  const events = await listen(session);
  expect(events.stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  await events.until(': connected');
  await postJson(
    opened.port,
    '/bridge/call',
    { name: 'uploads.setPaused', values: { paused: true } },
    session,
  );
  expect(await events.until('uploads.paused')).toContain('event: uploads.paused\ndata: true\n\n');
});

test('an event stream ends when the host stops', async () => {
  const events = await listen(await opened.session());
  await events.until(': connected');
  const ended = new Promise((resolve) => events.stream.once('close', resolve));
  events.stream.resume();
  await opened.web.stop();
  await ended;
});

test('a rejected call responds with its error code', async () => {
  const session = await opened.session();
  const unknown = await postJson(opened.port, '/bridge/call', { name: 'app.quit', values: {} }, session);
  expect(unknown.json).toMatchObject({ ok: false, code: 'bridge/unknownCall' });
  const values = await postJson(
    opened.port,
    '/bridge/call',
    { name: 'uploads.cancel', values: { id: 1 } },
    session,
  );
  expect(values.json).toMatchObject({ ok: false, code: 'bridge/badArguments' });
});

test('the host rejects a missing page or a port in use with an error code', async () => {
  const { core, rendererDir, port } = opened;
  const { log } = collectedLog();
  await expect(startWeb({ core, rendererDir: join(rendererDir, 'missing'), log })).rejects.toMatchObject({
    code: 'web/notBuilt',
    message: expect.stringContaining('npm run build'),
  });
  await expect(startWeb({ core, rendererDir, port, log })).rejects.toMatchObject({ code: 'web/portTaken' });
});
