import { get } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endChild } from '../child.ts';
import { alternate, type Figure, type Measured } from '../figure.ts';
import { withFolder } from '../folder.ts';
import { writeManyVersions } from '../many-versions.ts';
import { startSignedIn } from '../signed-in.ts';

const rounds = 31;
const warmUps = 5;
const profiles = '/api/v3/testingdist/profiles';

type Case = {
  readonly name: string;
  /** Number of applications over which the versions are distributed. */
  readonly applications: number;
  readonly path: string;
  readonly accept: string;
  readonly goal: number;
};

const plain = 'application/json';
const cases: readonly Case[] = [
  { name: 'list-of-100-applications', applications: 100, path: profiles, accept: plain, goal: 2 },
  { name: 'list-of-1-application', applications: 1, path: profiles, accept: plain, goal: 2 },
  { name: 'one-application', applications: 1, path: `${profiles}/1`, accept: plain, goal: 2 },
  {
    name: 'list-with-links',
    applications: 100,
    path: profiles,
    accept: 'application/vnd.bench.hateaos+json',
    goal: 2.5,
  },
];

/** Time to list 10,000 versions, compared with a local `JSON.stringify` of the same value. */
export const listsAgainstStringify: readonly Figure[] = cases.map((given) => ({
  name: given.name,
  peer: 'JSON.stringify of the same list',
  unit: 'ms',
  goal: given.goal,
  better: 'less',
  measure: () => measure(given),
}));

/** Time until the service responds that a list of 10,000 versions did not change, over an open connection. */
export const unchangedList: Figure = {
  name: 'unchanged-list-of-10000',
  peer: 'the root of the API, which reads no records',
  unit: 'ms',
  goal: 2,
  better: 'less',
  measure: () =>
    withFolder(async (dataDir) => {
      writeManyVersions(dataDir, 1);
      const { child, url, token } = await startSignedIn(dataDir);
      try {
        const headers = { accept: plain, authorization: `Bearer ${token}` };
        const { etag = '' } = await responseTo(url + profiles, headers, 200);
        const collectGarbage = garbageCollector();
        const unchanged = () => responseTo(url + profiles, { ...headers, 'if-none-match': etag }, 304);
        const root = () => responseTo(`${url}/api/v3/root`, headers, 200);
        return await alternate(
          rounds,
          () => timed(unchanged, collectGarbage),
          () => timed(root, collectGarbage),
          warmUps,
        );
      } finally {
        await endChild(child);
      }
    }),
};

function measure({ applications, path, accept }: Case): Promise<Measured> {
  return withFolder(async (dataDir) => {
    writeManyVersions(dataDir, applications);
    const { child, url, token } = await startSignedIn(dataDir);
    try {
      const headers = { accept, authorization: `Bearer ${token}` };
      return await compare(async () => (await responseTo(url + path, headers, 200)).body);
    } finally {
      await endChild(child);
    }
  });
}

async function compare(call: () => Promise<Buffer>): Promise<Measured> {
  const answer = await call();
  const value: unknown = JSON.parse(answer.toString());
  if (!Buffer.from(JSON.stringify(value)).equals(answer))
    throw new Error('the list differs from the expected value');
  const collectGarbage = garbageCollector();
  return alternate(
    rounds,
    () => timed(call, collectGarbage),
    () => timed(() => JSON.stringify(value), collectGarbage),
    warmUps,
  );
}

/** Collects garbage first, and then returns the milliseconds that `work` takes. */
async function timed(work: () => unknown, collectGarbage: () => void): Promise<number> {
  collectGarbage();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns a function that collects garbage in this process. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

type Read = { readonly etag: string | undefined; readonly body: Buffer };

/** Throws if the response has another status. */
function responseTo(url: string, headers: Record<string, string>, status: number): Promise<Read> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === status)
          resolve({ etag: response.headers.etag, body: Buffer.concat(chunks) });
        else reject(new Error(`the service answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
