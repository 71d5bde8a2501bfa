/** Records file uploads to a server of this process. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An upload request. Times are from `performance.now()`; null if the event did not occur. */
export type Post = {
  readonly path: string;
  readonly begunAt: number;
  /** Number of bytes of the body received so far. */
  bytes: number;
  wholeAt: number | null;
  answeredAt: number | null;
};

/** Records uploads to `port` from now on. */
export function recordPosts(port: () => number): readonly Post[] {
  const posts: Post[] = [];
  subscribe('http.server.request.start', (given) => {
    const { request, response } = given as { request: IncomingMessage; response: ServerResponse };
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (request.socket.localPort !== port() || request.method !== 'POST' || !isForm) return;
    const post: Post = {
      path: request.url ?? '',
      begunAt: performance.now(),
      bytes: 0,
      wholeAt: null,
      answeredAt: null,
    };
    posts.push(post);
    const push = request.push;
    // Wraps `push`, because a `data` listener would change the speed at which the body is read.
    request.push = (chunk: Buffer | null, ...rest) => {
      if (chunk === null) post.wholeAt = performance.now();
      else post.bytes += chunk.length;
      return push.call(request, chunk, ...rest);
    };
    response.once('finish', () => {
      post.answeredAt = performance.now();
    });
  });
  return posts;
}
