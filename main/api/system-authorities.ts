import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

const threadSource =
  "require('node:worker_threads').parentPort.postMessage(require('node:tls').getCACertificates('system'))";

/**
 * The certificates of the authorities this computer trusts, as PEM, read on a thread of its own: hundreds of them take up to
 * a second, in which nothing else would move.
 */
export function readSystemAuthorities(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const worker = new Worker(threadSource, { eval: true, execArgv: [], name: 'authorities' });
    worker.once('message', (found: readonly string[]) => resolve(found));
    worker.once('error', () => resolve(getCACertificates('system')));
  });
}
