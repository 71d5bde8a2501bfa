import { request } from 'node:http';
import { assertThat, type Case } from './case.ts';
import { startCluster } from './cluster.ts';

const allowed = 30;

/** Tries a wrong password from `localAddress`, with a forged forwarding header. */
function tryFrom(localAddress: string, url: string, at: number): Promise<number> {
  const form = new URLSearchParams({
    username: `user${at}`,
    password: 'wrong',
    client_id: 'a',
    client_secret: 'b',
    grant_type: 'password',
    scope: 'a',
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': at % 2 === 0 ? `192.0.2.${at}` : '127.0.0.9',
    forwarded: `for=192.0.2.${at}`,
    'x-real-ip': `192.0.2.${at}`,
  };
  return new Promise((done, failed) => {
    const asked = request(`${url}/identity/connect/token`, { method: 'POST', headers, localAddress });
    asked.once('response', (response) => done(response.resume().statusCode ?? 0)).once('error', failed);
    asked.end(form.toString());
  });
}

export const rateLimits: Case = {
  name: 'the rate limiter counts failed sign-ins across all instances',
  run: async (servers, _random, report) => {
    const cluster = await startCluster(servers);
    try {
      const statuses: number[] = [];
      for (let at = 0; at < allowed; at += 1) statuses.push(await tryFrom('127.0.0.2', cluster.url, at));
      assertThat(
        statuses.every((status) => status === 400),
        `the first ${allowed} were answered with ${statuses.join(' ')}`,
      );
      // Each further failure blocks the client for twice as long, from 1 s. On a busy computer, the first
      // blocks may be over before the next attempt.
      let next = 0;
      for (let at = allowed; at < allowed + 5 && next !== 429; at += 1)
        next = await tryFrom('127.0.0.2', cluster.url, at);
      assertThat(next === 429, `those after ${allowed} were still answered with ${next}`);
      // Neither the owner of the forged address nor any other client may be affected.
      const others = [
        await tryFrom('127.0.0.9', cluster.url, 100),
        await tryFrom('127.0.0.3', cluster.url, 101),
      ];
      assertThat(
        others.every((status) => status === 400),
        `other addresses were answered with ${others.join(' ')}`,
      );
      const attempts = await Promise.all(cluster.instances.map(({ url }) => attemptsAt(url)));
      assertThat(
        attempts.every((count) => count > 5),
        `the instances met ${attempts.join(', ')} of the tries`,
      );
      report(`${attempts.join(' + ')} tries at the three instances`);
      return {};
    } finally {
      await cluster.end();
    }
  },
};

/** Returns how many sign-in attempts one instance has answered with 400 or 429, according to its metrics. */
async function attemptsAt(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('slipway_http_request_duration_seconds_count{') && /status="4(00|29)"/.test(line),
    )
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
