import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** TXT records by name. `fail`: the server reports a failure; null: the name exists without a TXT record. */
export type Zone = Readonly<Record<string, readonly string[] | 'fail' | null>>;

const codes = { noError: 0, serverFailure: 2, noDomain: 3 } as const;

/** Starts a DNS server on the loopback address. Returns NXDOMAIN for names outside the zone. */
export async function startDnsServer(
  zone: Zone,
): Promise<{ readonly address: string; readonly queries: string[]; stop(): void }> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    queries.push(name);
    const records = zone[name];
    const texts = Array.isArray(records) ? records.map(textRecord) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    const code =
      records === 'fail' ? codes.serverFailure : records === undefined ? codes.noDomain : codes.noError;
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...texts]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, queries, stop: () => void socket.close() };
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  // A pointer to the name in the question, TXT, IN, and a time to live of 60 seconds.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
