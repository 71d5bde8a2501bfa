/** Measures memory after a garbage collection. Otherwise, delayed collections would look like a leak. */
import { once } from 'node:events';

/** Value of `NODE_OPTIONS` that opens an inspector port. */
export const inspectorOptions = '--inspect=127.0.0.1:0';

type Answer = { readonly id: number; readonly result: { readonly result?: { readonly value: number } } };

/** Forces a garbage collection in a process started with `inspectorOptions`. Returns its RSS in bytes. */
export async function memoryAfterCollection(stderr: string): Promise<number | null> {
  const address = /Debugger listening on (ws:\S+)/.exec(stderr)?.[1];
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
