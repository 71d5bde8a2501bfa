import { bytes16, bytes32, chunk, stringPool, value } from './resource-chunks.ts';

export const drawableIconId = 0x7f010000;
export const stringLabelId = 0x7f020000;

/** A resource table with one drawable (the icon's path) and one string (the label), both in the default configuration. */
export function writeResourceTable(packageName: string, iconPath: string, label: string): Buffer {
  const values = stringPool([iconPath, label], 'utf8');
  const types = stringPool(['drawable', 'string'], 'utf16');
  const keys = stringPool(['icon', 'app_name'], 'utf8');
  const headerSize = 288;
  const name = Buffer.alloc(256);
  name.write(packageName.slice(0, 127), 'utf16le');
  const header = Buffer.concat([
    bytes32(0x7f),
    name,
    bytes32(headerSize, 2, headerSize + types.length, 2, 0),
  ]);
  const body = Buffer.concat([types, keys, ...oneEntryType(1, 0, 0), ...oneEntryType(2, 1, 1)]);
  return chunk(0x0002, bytes32(1), Buffer.concat([values, chunk(0x0200, header, body)]));
}

/** Type specification and type of one resource whose value is a string of the table's pool. */
function oneEntryType(typeId: number, key: number, stringIndex: number): Buffer[] {
  const id = Buffer.from([typeId, 0, 0, 0]);
  const specification = chunk(0x0202, Buffer.concat([id, bytes32(1)]), bytes32(0));
  const configuration = Buffer.alloc(64);
  configuration.writeUInt32LE(64, 0);
  const entriesStart = 20 + configuration.length + 4;
  const entry = Buffer.concat([bytes16(8, 0), bytes32(key), value('string', stringIndex)]);
  const type = chunk(
    0x0201,
    Buffer.concat([id, bytes32(1, entriesStart), configuration]),
    Buffer.concat([bytes32(0), entry]),
  );
  return [specification, type];
}
