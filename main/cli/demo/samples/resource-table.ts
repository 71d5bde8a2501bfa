import { bytes16, bytes32, chunk, noIndex, stringPool, value } from './resource-chunks.ts';

export type TableConfiguration = {
  /** Dots per inch; `any` for drawings without pixels. */
  readonly density?: number | 'any';
  readonly sdk?: number;
  /** Two letters. */
  readonly language?: string;
};

export type TableValue = {
  readonly is: string | { readonly reference: number } | { readonly colour: number };
  /** Every configuration when left out. */
  readonly when?: TableConfiguration;
};

export type TableType = {
  readonly name: string;
  /** Values by key; each key is one resource. */
  readonly entries: Readonly<Record<string, readonly TableValue[]>>;
};

const headerSize = 288;
const configurationSize = 64;
const anyDensity = 0xfffe;

/** The id of a resource: types and their entries count from 0, in the order in which they are written. */
export function resourceId(type: number, entry = 0): number {
  return 0x7f000000 | ((type + 1) << 16) | entry;
}

/** A resource table (resources.arsc) of one package. */
export function writeResourceTable(packageName: string, types: readonly TableType[]): Buffer {
  const texts = new Set<string>();
  const keys = new Set<string>();
  for (const { entries } of types) {
    for (const [key, values] of Object.entries(entries)) {
      keys.add(key);
      for (const { is } of values) if (typeof is === 'string') texts.add(is);
    }
  }
  const pools: Pools = { texts: [...texts], keys: [...keys] };
  const typeNames = stringPool(
    types.map(({ name }) => name),
    'utf16',
  );
  const name = Buffer.alloc(256);
  name.write(packageName.slice(0, 127), 'utf16le');
  const places = bytes32(headerSize, types.length, headerSize + typeNames.length, keys.size, 0);
  const body = [
    typeNames,
    stringPool(pools.keys, 'utf8'),
    ...types.map((type, at) => typeChunks(type, at, pools)),
  ];
  const content = chunk(0x0200, Buffer.concat([bytes32(0x7f), name, places]), Buffer.concat(body));
  return chunk(0x0002, bytes32(1), Buffer.concat([stringPool(pools.texts, 'utf8'), content]));
}

type Pools = { readonly texts: readonly string[]; readonly keys: readonly string[] };

/** The specification of a type, and its values: one chunk for each configuration that occurs. */
function typeChunks({ entries }: TableType, index: number, pools: Pools): Buffer {
  const id = Buffer.from([index + 1, 0, 0, 0]);
  const resources = Object.entries(entries);
  const flags = bytes32(...resources.map(() => 0));
  const specification = chunk(0x0202, Buffer.concat([id, bytes32(resources.length)]), flags);
  const byConfiguration = new Map<string, (Buffer | null)[]>();
  for (const [at, [key, values]] of resources.entries()) {
    for (const { is, when = {} } of values) {
      const wanted = configuration(when).toString('hex');
      const found = byConfiguration.get(wanted) ?? resources.map(() => null);
      found[at] = entry(key, is, pools);
      byConfiguration.set(wanted, found);
    }
  }
  const chunks = [...byConfiguration].map(([wanted, found]) => {
    const start = 20 + configurationSize + resources.length * 4;
    const counts = bytes32(resources.length, start);
    return chunk(0x0201, Buffer.concat([id, counts, Buffer.from(wanted, 'hex')]), withOffsets(found));
  });
  return Buffer.concat([specification, ...chunks]);
}

function withOffsets(entries: readonly (Buffer | null)[]): Buffer {
  let length = 0;
  const offsets = entries.map((one) => {
    if (!one) return noIndex;
    length += one.length;
    return length - one.length;
  });
  return Buffer.concat([bytes32(...offsets), ...entries.filter((one) => one !== null)]);
}

function entry(key: string, is: TableValue['is'], { texts, keys }: Pools): Buffer {
  const start = Buffer.concat([bytes16(8, 0), bytes32(keys.indexOf(key))]);
  if (typeof is === 'string') return Buffer.concat([start, value('string', texts.indexOf(is))]);
  const held = 'colour' in is ? value('colour', is.colour) : value('reference', is.reference);
  return Buffer.concat([start, held]);
}

function configuration({ density = 0, sdk = 0, language = '' }: TableConfiguration): Buffer {
  const bytes = Buffer.alloc(configurationSize);
  bytes.writeUInt32LE(configurationSize, 0);
  bytes.write(language, 8, 'latin1');
  bytes.writeUInt16LE(density === 'any' ? anyDensity : density, 14);
  bytes.writeUInt16LE(sdk, 24);
  return bytes;
}
