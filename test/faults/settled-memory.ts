/**
 * What a program holds in memory once it has tidied up. A runtime that has room lets its heap grow for a long time before
 * it cleans up, so that what merely was not cleaned up yet looks like a leak.
 */
import { once } from 'node:events';

/** For `NODE_OPTIONS`: the program can be asked, on a port of its own. */
export const askable = '--inspect=127.0.0.1:0';

type Answer = { readonly id: number; readonly result: { readonly result?: { readonly value: number } } };

/** Bytes resident. `said` is what the program, started `askable`, wrote to stderr; null when it cannot be asked (any more). */
export async function settledMemory(said: string): Promise<number | null> {
  const address = /Debugger listening on (ws:\S+)/.exec(said)?.[1];
  const socket = address === undefined ? null : await connected(address);
  if (!socket) return null;
  const gone = new AbortController();
  socket.addEventListener('close', () => gone.abort());
  const ask = async (id: number, method: string, params: object = {}): Promise<Answer> => {
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [event] = (await once(socket, 'message', { signal: gone.signal })) as [MessageEvent<string>];
      const answer = JSON.parse(event.data) as Answer;
      if (answer.id === id) return answer;
    }
  };
  try {
    await ask(1, 'HeapProfiler.collectGarbage');
    const { result } = await ask(2, 'Runtime.evaluate', { expression: 'process.memoryUsage.rss()' });
    return result.result?.value ?? null;
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw error;
  } finally {
    socket.close();
  }
}

async function connected(address: string): Promise<WebSocket | null> {
  const socket = new WebSocket(address);
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => resolve(null));
  });
}
