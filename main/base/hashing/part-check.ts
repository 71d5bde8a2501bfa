/**
 * Holds parts of a file against their checksums while the file is read once, from its beginning to its end. It runs on the
 * thread that hashes and is handed over as its text (see `hash-thread.ts`): it uses nothing from outside itself.
 */

/** A part of a file with a checksum of its own: an entry of a zip, its local header before it (APPNOTE.TXT 4.3.7). */
export type CheckedPart = {
  readonly name: string;
  /** Of the local header, in bytes of the file. */
  readonly position: number;
  /** Bytes in the file, and when unpacked. */
  readonly packed: number;
  readonly size: number;
  readonly deflated: boolean;
  /** CRC-32 of the unpacked bytes; 0: none is stated. */
  readonly checksum: number;
};

/** `take` gets the next bytes of the file and gives the name of the first damaged part found so far; null: none. */
export type PartCheck = {
  take(bytes: Uint8Array, isLast: boolean): Promise<string | null>;
  /** Not wanted any more. */
  end(): void;
};

type Running = {
  readonly part: CheckedPart;
  /** As far as it has come. */
  header: Buffer;
  /** Bytes before the content that are still to come; null until the header is whole. */
  skip: number | null;
  /** Packed bytes that are still to come. */
  left: number;
  /** Of what was unpacked. */
  checksum: number;
  size: number;
  broken: boolean;
  stream: { write(bytes: Uint8Array): Promise<void>; close(): Promise<void>; drop(): void } | null;
};

type Small = { readonly run: Running; readonly packed: Uint8Array };

export function createPartCheck(
  parts: readonly CheckedPart[],
  { crc32, createInflateRaw, gunzip, inflateRawSync }: typeof import('node:zlib'),
): PartCheck {
  /** Unpacked at once: quicker than a stream, and over in a millisecond. */
  const smallBytes = 128 * 1024;
  const mostTogether = 512 * 1024;
  const mostJobs = 4;
  const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
  const headerBytes = 30;
  const inOrder = [...parts].sort((a, b) => a.position - b.position);
  let running: Running[] = [];
  let begun = 0;
  let position = 0;
  let damaged: string | null = null;

  const begin = (part: CheckedPart): Running => {
    const empty = { skip: null, checksum: 0, size: 0, broken: false, stream: null };
    return { part, header: Buffer.alloc(0), left: part.packed, ...empty };
  };
  const count = (run: Running, bytes: Uint8Array): void => {
    run.checksum = crc32(bytes, run.checksum);
    run.size += bytes.length;
    run.broken ||= run.size > run.part.size;
  };
  const openStream = (run: Running): NonNullable<Running['stream']> => {
    const stream = createInflateRaw({ chunkSize: 2 * smallBytes });
    const closed = new Promise<void>((resolve) => void stream.once('close', resolve));
    stream.on('error', () => {
      run.broken = true;
    });
    stream.on('data', (bytes: Buffer) => {
      count(run, bytes);
      if (run.broken) stream.destroy();
    });
    const taken = (bytes: Uint8Array): Promise<void> =>
      new Promise((resolve) => void stream.write(bytes, () => resolve()));
    return {
      write: (bytes) => (stream.destroyed ? closed : Promise.race([taken(bytes), closed])),
      close: async () => {
        if (!stream.destroyed) stream.end();
        await closed;
      },
      drop: () => void stream.destroy(),
    };
  };
  const readHeader = (run: Running): void => {
    run.skip = run.header.readUInt16LE(28);
    const isHeader = run.header.readUInt32LE(0) === 0x04034b50;
    run.broken = !isHeader || run.header.toString('utf8', headerBytes) !== run.part.name;
  };
  /** What of `bytes` lies behind the header. */
  const behindHeader = (run: Running, bytes: Uint8Array): Uint8Array => {
    let rest = bytes;
    while (run.skip === null) {
      const nameBytes = run.header.length < headerBytes ? 0 : run.header.readUInt16LE(26);
      const wanted = headerBytes + nameBytes - run.header.length;
      if (wanted > 0 && rest.length === 0) return rest;
      if (wanted === 0) readHeader(run);
      else run.header = Buffer.concat([run.header, rest.subarray(0, wanted)]);
      rest = rest.subarray(wanted);
    }
    const skipped = Math.min(run.skip, rest.length);
    run.skip -= skipped;
    return rest.subarray(skipped);
  };
  const unpack = async (run: Running, packed: Uint8Array): Promise<void> => {
    run.stream ??= openStream(run);
    await run.stream.write(packed);
    if (run.left === 0) await run.stream.close();
  };
  const unpackSmall = ({ run, packed }: Small): void => {
    try {
      const maxOutputLength = Math.max(1, run.part.size);
      // In one go into a buffer of its size: half the time for a small one.
      count(run, inflateRawSync(packed, { maxOutputLength, chunkSize: Math.max(64, run.part.size + 1) }));
    } catch {
      // Every way in which zlib refuses means the same: these bytes are not what they are said to be.
      run.broken = true;
    }
  };
  /**
   * As the members of one gzip file (RFC 1952 2.2), whose checksums zlib compares itself: quicker than each on its own,
   * and not on this thread.
   */
  const matchTogether = (smalls: readonly Small[]): Promise<boolean> => {
    const members = smalls.flatMap(({ run, packed }) => {
      const end = Buffer.alloc(8);
      end.writeUInt32LE(run.part.checksum);
      end.writeUInt32LE(run.part.size, 4);
      return [gzipHeader, packed, end];
    });
    const size = smalls.reduce((sum, { run }) => sum + run.part.size, 0);
    const options = { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) };
    return new Promise((resolve) => {
      gunzip(Buffer.concat(members), options, (error, bytes) => resolve(!error && bytes.length === size));
    });
  };
  const unpackSmalls = async (smalls: readonly Small[]): Promise<void> => {
    // Otherwise one of them is damaged, or states no checksum: each is asked on its own then.
    if (!(await matchTogether(smalls))) smalls.forEach(unpackSmall);
    else
      for (const { run } of smalls) Object.assign(run, { size: run.part.size, checksum: run.part.checksum });
  };
  /** What of a part's content is in `bytes`; null when nothing of it is to be looked at. */
  const contentIn = (run: Running, bytes: Uint8Array): Uint8Array | null => {
    const packed = behindHeader(run, bytes).subarray(0, run.left);
    if (run.skip !== 0 || run.broken || packed.length === 0) return null;
    run.left -= packed.length;
    return packed;
  };
  const feedAll = async (bytes: Uint8Array): Promise<void> => {
    const jobs = new Set<Promise<void>>();
    const begin = async (work: Promise<void>): Promise<void> => {
      const job = work.finally(() => jobs.delete(job));
      jobs.add(job);
      if (jobs.size >= mostJobs) await Promise.race(jobs);
    };
    let smalls: Small[] = [];
    let smallSize = 0;
    for (const run of running) {
      const { part } = run;
      const packed = contentIn(run, bytes.subarray(Math.max(0, part.position - position)));
      if (packed === null) continue;
      if (!part.deflated) count(run, packed);
      else if (packed.length < part.packed || part.size > smallBytes) await begin(unpack(run, packed));
      else {
        smalls.push({ run, packed });
        smallSize += part.size;
        if (smallSize < mostTogether) continue;
        await begin(unpackSmalls(smalls));
        [smalls, smallSize] = [[], 0];
      }
    }
    if (smalls.length > 0) await begin(unpackSmalls(smalls));
    await Promise.all(jobs);
  };
  const isDone = (run: Running): boolean => run.skip === 0 && run.left === 0;
  const isDamaged = (run: Running): boolean => {
    const { size, checksum } = run.part;
    const matches = run.size === size && (checksum === 0 || run.checksum === checksum);
    return run.broken || (isDone(run) && !matches);
  };
  const end = (): void => {
    for (const { stream } of running) stream?.drop();
    running = [];
  };
  return {
    take: async (bytes, isLast) => {
      if (damaged !== null) return damaged;
      const to = position + bytes.length;
      for (let part = inOrder[begun]; part && part.position < to; part = inOrder[begun]) {
        running.push(begin(part));
        begun += 1;
      }
      await feedAll(bytes);
      position = to;
      const found = running.find((run) => isDamaged(run) || (isLast && !isDone(run)));
      damaged = found?.part.name ?? (isLast ? inOrder[begun]?.name : null) ?? null;
      running = running.filter((run) => !isDone(run));
      if (damaged !== null || isLast) end();
      return damaged;
    },
    end,
  };
}
