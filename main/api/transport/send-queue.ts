import { readFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';
import { runProgram } from '../../base/programs.ts';

/** Send state of a TCP connection, as the operating system reports it. */
export type SendQueue = {
  /** Bytes that the system accepted and the peer has not acknowledged. */
  readonly bytes: number;
  /** Consecutive retransmissions or zero-window probes without an answer; null if not reported. */
  readonly unanswered: number | null;
  /**
   * Largest queue in bytes that speeds up a high-latency connection; after a packet loss, a longer queue
   * would cause further losses. Null if not reported, or if the latency is low.
   */
  readonly maxUsefulBytes: number | null;
};

export type SendQueues = {
  /** Returns null if the system reports no queue (Windows) or the connection is closed. */
  readonly read: (socket: Socket) => Promise<SendQueue | null>;
  /** Polling interval. It is longer on macOS, where each poll starts `netstat`. */
  readonly pollMs: number;
};

export function systemSendQueues(platform: NodeJS.Platform = process.platform): SendQueues {
  if (platform === 'linux') return { read: readLinux, pollMs: 250 };
  if (platform === 'darwin') return { read: readMac, pollMs: 2_000 };
  return { read: async () => null, pollMs: 2_000 };
}

/** Reads `/proc/net/tcp` (kernel: proc_net_tcp.txt). tcp6 also lists IPv4 connections of IPv6 sockets. */
async function readLinux({ localPort, remotePort }: Socket): Promise<SendQueue | null> {
  if (localPort === undefined || remotePort === undefined) return null;
  const wanted = { local: hexPort(localPort), remote: hexPort(remotePort) };
  for (const table of ['/proc/self/net/tcp', '/proc/self/net/tcp6']) {
    const text = await readFile(table, 'latin1').catch(() => '');
    const found = parseLinuxQueue(text, wanted);
    if (found) return found;
  }
  return null;
}

const established = '01';

/** Compares only ports: connections to the same remote port rarely share a local port. */
export function parseLinuxQueue(
  table: string,
  { local, remote }: { readonly local: string; readonly remote: string },
): SendQueue | null {
  for (const line of table.split('\n')) {
    if (!line.includes(`:${local} `)) continue;
    const words = line.trim().split(/\s+/);
    const [, own, other, state, queues, , retransmits, , probes] = words;
    if (!own?.endsWith(`:${local}`) || !other?.endsWith(`:${remote}`) || state !== established) continue;
    return {
      bytes: Number.parseInt(queues?.split(':')[0] ?? '', 16),
      unanswered: Math.max(Number.parseInt(retransmits ?? '', 16), Number(probes)),
      maxUsefulBytes: maxUseful(words.slice(12)),
    };
  }
  return null;
}

/**
 * Retransmission timeout in hundredths of a second. Linux adds at least 200 ms to the round-trip time, so 30
 * means a round trip of about 100 ms.
 */
const highLatencyTimeout = 30;
const packetBytes = 1448;
const spareBytes = 128 * 1024;

/** Queued bytes beyond the congestion window, as a fraction of it. They last until the next poll. */
const queuedShare = 0.5;

function maxUseful([timeout, , , window]: readonly string[]): number | null {
  if (!(Number(timeout) >= highLatencyTimeout)) return null;
  return Number(window) * packetBytes * (1 + queuedShare) + spareBytes;
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

async function readMac({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Socket): Promise<SendQueue | null> {
  const family = isIPv6(localAddress ?? '') ? 'inet6' : 'inet';
  const words = ['-n', '-W', '-f', family, '-p', 'tcp'];
  const output = await runProgram('/usr/sbin/netstat', words, { timeoutMs: 5_000 }).catch(() => null);
  return output === null
    ? null
    : parseMacQueue(output, `${localAddress}.${localPort}`, `${remoteAddress}.${remotePort}`);
}

/** Parses the output of `netstat`: `Proto Recv-Q Send-Q Local-Address Foreign-Address (state)`. */
export function parseMacQueue(table: string, local: string, remote: string): SendQueue | null {
  for (const line of table.split('\n')) {
    const [, , queue, own, other, state] = line.trim().split(/\s+/);
    if (own === local && other === remote && state === 'ESTABLISHED') {
      return { bytes: Number(queue), unanswered: null, maxUsefulBytes: null };
    }
  }
  return null;
}
