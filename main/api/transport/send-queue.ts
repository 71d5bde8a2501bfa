import { readFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';
import { runProgram } from '../../base/programs.ts';

/** What the system knows of a TCP connection that sends. */
export type SendQueue = {
  /** Bytes the system took that the other side has not acknowledged. */
  readonly bytes: number;
  /** How often in a row something was sent again, or the other side asked for room, without any answer; null: not told. */
  readonly unanswered: number | null;
  /**
   * Of a long way: bytes beyond which the system only keeps what it takes, to send it in one burst after a loss, which
   * overfills a short queue on the way a second time. Null where it does not tell, or the way is short.
   */
  readonly mostUseful: number | null;
};

/** The send queues of connected sockets, as far as the system tells of them. */
export type SendQueues = {
  /** Null where the system does not tell (Windows) or no longer knows the connection. */
  readonly read: (socket: Socket) => Promise<SendQueue | null>;
  /** How often it may be asked: Linux tells all of it for nothing, macOS starts `netstat` and tells the bytes only. */
  readonly everyMs: number;
};

export function systemSendQueues(platform: NodeJS.Platform = process.platform): SendQueues {
  if (platform === 'linux') return { read: onLinux, everyMs: 250 };
  if (platform === 'darwin') return { read: onMac, everyMs: 2_000 };
  return { read: async () => null, everyMs: 2_000 };
}

/** `/proc/net/tcp`: see proc_net_tcp.txt of the kernel; tcp6 also has the IPv4 connections of IPv6 sockets. */
async function onLinux({ localPort, remotePort }: Socket): Promise<SendQueue | null> {
  if (localPort === undefined || remotePort === undefined) return null;
  const wanted = { local: hexPort(localPort), remote: hexPort(remotePort) };
  for (const table of ['/proc/self/net/tcp', '/proc/self/net/tcp6']) {
    const text = await readFile(table, 'latin1').catch(() => '');
    const found = linuxQueue(text, wanted);
    if (found) return found;
  }
  return null;
}

const established = '01';

/** Local ports of connections to one remote port are not used twice, whatever the addresses are. */
export function linuxQueue(
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
      mostUseful: usefulOf(words.slice(12)),
    };
  }
  return null;
}

/** Hundredths of a second: the system waits at least 200 ms longer for an answer than the way takes. */
const longWayTimeout = 30;
/** Of the usual length. */
const packetBytes = 1448;
const spareBytes = 128 * 1024;

/** Half of what may be under way waits besides: enough until it is looked again. */
const waitingPart = 0.5;

function usefulOf([timeout, , , window]: readonly string[]): number | null {
  if (!(Number(timeout) >= longWayTimeout)) return null;
  return Number(window) * packetBytes * (1 + waitingPart) + spareBytes;
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

async function onMac({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Socket): Promise<SendQueue | null> {
  const family = isIPv6(localAddress ?? '') ? 'inet6' : 'inet';
  const words = ['-n', '-W', '-f', family, '-p', 'tcp'];
  const told = await runProgram('/usr/sbin/netstat', words, { timeoutMs: 5_000 }).catch(() => null);
  return told === null
    ? null
    : macQueue(told, `${localAddress}.${localPort}`, `${remoteAddress}.${remotePort}`);
}

/** `Proto Recv-Q Send-Q Local-Address Foreign-Address (state)` */
export function macQueue(table: string, local: string, remote: string): SendQueue | null {
  for (const line of table.split('\n')) {
    const [, , queue, own, other, state] = line.trim().split(/\s+/);
    if (own === local && other === remote && state === 'ESTABLISHED') {
      return { bytes: Number(queue), unanswered: null, mostUseful: null };
    }
  }
  return null;
}
