/** What a server of this process was sent: each POST that carries a file. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds of this process's clock; null: it never came to that. */
export type Post = {
  readonly path: string;
  readonly begunAt: number;
  /** Of the body. */
  bytes: number;
  wholeAt: number | null;
  answeredAt: number | null;
};

/** Those to `port`, from now on. */
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
    // What reads the body must be left to read it at its own speed.
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
