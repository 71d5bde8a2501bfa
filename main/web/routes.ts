import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { BridgeHost } from '../bridge/bridge.ts';
import { toFailure } from '../core.ts';
import type { Speaker } from '../languages/speaker.ts';
import type { DroppedFiles } from './dropped-files.ts';
import { webErrors } from './errors.ts';
import type { EventStreams } from './event-stream.ts';
import { readJson, sendOutcome } from './replies.ts';
import type { Sessions } from './sessions.ts';

const longestCallBytes = 4 * 1024 * 1024;
const longestTokenBytes = 1024;

const tokenBody = z.object({ token: z.string() }).strict();
const callBody = z.object({ name: z.string(), values: z.unknown() }).strict();

export type Route = {
  readonly method: 'GET' | 'POST';
  /** Whether it answers without a session. */
  readonly open: boolean;
  readonly handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
};

/** The bridge as HTTP: everything a page can ask beside its own files. Handlers throw coded errors. */
export function bridgeRoutes(parts: {
  readonly bridge: BridgeHost;
  /** Of the language the page of a request speaks. */
  readonly speaker: (request: IncomingMessage) => Speaker;
  readonly dropped: DroppedFiles;
  readonly sessions: Sessions;
  readonly streams: EventStreams;
}): ReadonlyMap<string, Route> {
  const { bridge, dropped, sessions, speaker, streams } = parts;
  return new Map<string, Route>([
    [
      '/bridge/session',
      {
        method: 'POST',
        open: true,
        handle: async (request, response) => {
          const { token } = check(tokenBody, await readJson(request, longestTokenBytes));
          const opened = sessions.exchange(token, request.headers.cookie);
          if (opened === null) throw webErrors.linkRefused({});
          if (opened.cookie !== null) response.setHeader('Set-Cookie', opened.cookie);
          sendOutcome(response, { ok: true, value: opened.pageSecret });
        },
      },
    ],
    [
      '/bridge/call',
      {
        method: 'POST',
        open: false,
        handle: async (request, response) => {
          const { name, values } = check(callBody, await readJson(request, longestCallBytes));
          sendOutcome(response, speaker(request).told(await bridge.call(name, values)));
        },
      },
    ],
    [
      '/bridge/events',
      {
        method: 'GET',
        open: false,
        handle: async (request, response) => streams.open(request, response, speaker(request)),
      },
    ],
    [
      '/bridge/files',
      {
        method: 'POST',
        open: false,
        handle: async (request, response, url) => {
          try {
            const path = await dropped.receive(request, url.searchParams.get('name') ?? '');
            sendOutcome(response, { ok: true, value: path });
          } catch (error) {
            // Browsers read the answer only after they have sent the whole file, so the rest is taken and dropped.
            request.resume();
            sendOutcome(response, speaker(request).told({ ok: false, ...toFailure(error) }));
          }
        },
      },
    ],
  ]);
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const checked = schema.safeParse(value);
  if (!checked.success) throw webErrors.notJson({}, { cause: checked.error });
  return checked.data;
}
