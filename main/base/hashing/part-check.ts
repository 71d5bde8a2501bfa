/**
 * Verifies the checksums of parts of a file while it is read once, in order. Runs as source text in the hash
 * worker (see `hash-thread.ts`).
 */

/** Part of a file with its own checksum: a zip entry with its local header (APPNOTE.TXT 4.3.7). */
export type CheckedPart = {
  readonly name: string;
  /** Offset of the local header in the file. */
  readonly position: number;
  /** Compressed size in bytes. */
  readonly packed: number;
  readonly size: number;
  readonly deflated: boolean;
  /** CRC-32 of the decompressed bytes; 0 if none is stored. */
  readonly checksum: number;
};

type RunningPart = {
  readonly part: CheckedPart;
  header: Buffer;
  /** Remaining bytes before the content; null until the header is complete. */
  skip: number | null;
  /** Remaining compressed bytes. */
  left: number;
  /** CRC-32 and size of the bytes decompressed so far. */
  checksum: number;
  size: number;
  broken: boolean;
  stream: { write(bytes: Uint8Array): Promise<void>; close(): Promise<void>; drop(): void } | null;
};

type Small = { readonly run: RunningPart; readonly packed: Uint8Array };

type Zlib = Pick<typeof import('node:zlib'), 'crc32' | 'createInflateRaw' | 'gunzip' | 'inflateRawSync'>;

export class PartCheck {
  /** Smaller parts are decompressed in one synchronous call, which takes less than a millisecond. */
  readonly #smallBytes = 128 * 1024;
  readonly #maxTogether = 512 * 1024;
  readonly #maxJobs = 4;
  readonly #gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
  readonly #headerBytes = 30;
  readonly #inOrder: readonly CheckedPart[];
  readonly #zlib: Zlib;
  #running: RunningPart[] = [];
  #begun = 0;
  #position = 0;
  #damaged: string | null = null;

  constructor(parts: readonly CheckedPart[], zlib: Zlib) {
    this.#inOrder = [...parts].sort((a, b) => a.position - b.position);
    this.#zlib = zlib;
  }

  /** Reads the next bytes of the file. Returns the name of the first damaged part; null if none so far. */
  async update(bytes: Uint8Array, isLast: boolean): Promise<string | null> {
    if (this.#damaged !== null) return this.#damaged;
    const to = this.#position + bytes.length;
    for (let part = this.#next(); part && part.position < to; part = this.#next()) {
      this.#running.push(this.#begin(part));
      this.#begun += 1;
    }
    await this.#feedAll(bytes);
    this.#position = to;
    const found = this.#running.find((run) => this.#isDamaged(run) || (isLast && !this.#isDone(run)));
    this.#damaged = found?.part.name ?? (isLast ? this.#next()?.name : null) ?? null;
    this.#running = this.#running.filter((run) => !this.#isDone(run));
    if (this.#damaged !== null || isLast) this.end();
    return this.#damaged;
  }

  end(): void {
    for (const { stream } of this.#running) stream?.drop();
    this.#running = [];
  }

  #next(): CheckedPart | undefined {
    return this.#inOrder[this.#begun];
  }

  #begin(part: CheckedPart): RunningPart {
    const empty = { skip: null, checksum: 0, size: 0, broken: false, stream: null };
    return { part, header: Buffer.alloc(0), left: part.packed, ...empty };
  }

  #count(run: RunningPart, bytes: Uint8Array): void {
    run.checksum = this.#zlib.crc32(bytes, run.checksum);
    run.size += bytes.length;
    run.broken ||= run.size > run.part.size;
  }

  #openStream(run: RunningPart): NonNullable<RunningPart['stream']> {
    const stream = this.#zlib.createInflateRaw({ chunkSize: 2 * this.#smallBytes });
    const closed = new Promise<void>((resolve) => void stream.once('close', resolve));
    stream.on('error', () => {
      run.broken = true;
    });
    stream.on('data', (bytes: Buffer) => {
      this.#count(run, bytes);
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
  }

  #readHeader(run: RunningPart): void {
    run.skip = run.header.readUInt16LE(28);
    const isHeader = run.header.readUInt32LE(0) === 0x04034b50;
    run.broken = !isHeader || run.header.toString('utf8', this.#headerBytes) !== run.part.name;
  }

  #behindHeader(run: RunningPart, bytes: Uint8Array): Uint8Array {
    let rest = bytes;
    while (run.skip === null) {
      const nameBytes = run.header.length < this.#headerBytes ? 0 : run.header.readUInt16LE(26);
      const wanted = this.#headerBytes + nameBytes - run.header.length;
      if (wanted > 0 && rest.length === 0) return rest;
      if (wanted === 0) this.#readHeader(run);
      else run.header = Buffer.concat([run.header, rest.subarray(0, wanted)]);
      rest = rest.subarray(wanted);
    }
    const skipped = Math.min(run.skip, rest.length);
    run.skip -= skipped;
    return rest.subarray(skipped);
  }

  async #unpack(run: RunningPart, packed: Uint8Array): Promise<void> {
    run.stream ??= this.#openStream(run);
    await run.stream.write(packed);
    if (run.left === 0) await run.stream.close();
  }

  #unpackSmall({ run, packed }: Small): void {
    try {
      // A single buffer of the right size halves the time for a small part.
      const chunkSize = Math.max(64, run.part.size + 1);
      const maxOutputLength = Math.max(1, run.part.size);
      this.#count(run, this.#zlib.inflateRawSync(packed, { maxOutputLength, chunkSize }));
    } catch {
      // After any zlib error, the part counts as damaged.
      run.broken = true;
    }
  }

  /**
   * Decompresses several parts as members of one gzip file (RFC 1952, 2.2), whose checksums zlib verifies
   * without blocking this thread.
   */
  #matchTogether(smalls: readonly Small[]): Promise<boolean> {
    const members = smalls.flatMap(({ run, packed }) => {
      const end = Buffer.alloc(8);
      end.writeUInt32LE(run.part.checksum);
      end.writeUInt32LE(run.part.size, 4);
      return [this.#gzipHeader, packed, end];
    });
    const size = smalls.reduce((sum, { run }) => sum + run.part.size, 0);
    const options = { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) };
    return new Promise((resolve) => {
      const done = (error: Error | null, bytes: Buffer): void => resolve(!error && bytes.length === size);
      this.#zlib.gunzip(Buffer.concat(members), options, done);
    });
  }

  async #unpackSmalls(smalls: readonly Small[]): Promise<void> {
    if (await this.#matchTogether(smalls)) {
      for (const { run } of smalls) Object.assign(run, { size: run.part.size, checksum: run.part.checksum });
      return;
    }
    // At least one part is damaged or has no checksum. Decompressing each part separately identifies it.
    for (const small of smalls) this.#unpackSmall(small);
  }

  #contentIn(run: RunningPart, bytes: Uint8Array): Uint8Array | null {
    const packed = this.#behindHeader(run, bytes).subarray(0, run.left);
    if (run.skip !== 0 || run.broken || packed.length === 0) return null;
    run.left -= packed.length;
    return packed;
  }

  async #feedAll(bytes: Uint8Array): Promise<void> {
    const jobs = new Set<Promise<void>>();
    const begin = async (work: Promise<void>): Promise<void> => {
      const job = work.finally(() => jobs.delete(job));
      jobs.add(job);
      if (jobs.size >= this.#maxJobs) await Promise.race(jobs);
    };
    let smalls: Small[] = [];
    let smallSize = 0;
    for (const run of this.#running) {
      const { part } = run;
      const packed = this.#contentIn(run, bytes.subarray(Math.max(0, part.position - this.#position)));
      if (packed === null) continue;
      if (!part.deflated) this.#count(run, packed);
      else if (packed.length < part.packed || part.size > this.#smallBytes) {
        await begin(this.#unpack(run, packed));
      } else {
        smalls.push({ run, packed });
        smallSize += part.size;
        if (smallSize < this.#maxTogether) continue;
        await begin(this.#unpackSmalls(smalls));
        [smalls, smallSize] = [[], 0];
      }
    }
    if (smalls.length > 0) await begin(this.#unpackSmalls(smalls));
    await Promise.all(jobs);
  }

  #isDone(run: RunningPart): boolean {
    return run.skip === 0 && run.left === 0;
  }

  #isDamaged(run: RunningPart): boolean {
    const { size, checksum } = run.part;
    const matches = run.size === size && (checksum === 0 || run.checksum === checksum);
    return run.broken || (this.#isDone(run) && !matches);
  }
}
