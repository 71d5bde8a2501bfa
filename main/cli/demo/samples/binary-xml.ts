import { bytes16, bytes32, chunk, noIndex, stringPool, value } from './resource-chunks.ts';

type AttributeValue = string | number | boolean | { readonly reference: number };

export type XmlElement = {
  readonly tag: string;
  /** Attributes without a namespace. */
  readonly plain?: Readonly<Record<string, string>>;
  readonly android?: Readonly<Partial<Record<AndroidAttribute, AttributeValue>>>;
  readonly children?: readonly XmlElement[];
};

/** Resource ids of the attributes used, from the platform's public list, in ascending order. */
const attributeIds = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  exported: 0x01010010,
  src: 0x01010119,
  drawable: 0x01010199,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  logo: 0x010102be,
  banner: 0x010103f2,
  roundIcon: 0x0101052c,
  isSplitRequired: 0x01010591,
} as const;
type AndroidAttribute = keyof typeof attributeIds;

const androidNamespace = 'http://schemas.android.com/apk/res/android';

/** Compiles a manifest or a drawable to Android's binary XML. */
export function writeBinaryXml(root: XmlElement): Buffer {
  const strings = new Strings(Object.keys(attributeIds));
  const namespace = bytes32(strings.index('android'), strings.index(androidNamespace));
  const body = Buffer.concat([node(0x0100, namespace), ...element(root, strings), node(0x0101, namespace)]);
  const resourceMap = chunk(0x0180, Buffer.alloc(0), bytes32(...Object.values(attributeIds)));
  return chunk(0x0003, Buffer.alloc(0), Buffer.concat([stringPool(strings.all, 'utf16'), resourceMap, body]));
}

class Strings {
  readonly all: string[];

  constructor(first: readonly string[]) {
    this.all = [...first];
  }

  index(text: string): number {
    const known = this.all.indexOf(text);
    return known >= 0 ? known : this.all.push(text) - 1;
  }
}

/** A node of the tree: line number 1, no comment. */
function node(type: number, body: Buffer): Buffer {
  return chunk(type, bytes32(1, noIndex), body);
}

function element(one: XmlElement, strings: Strings): Buffer[] {
  const android = Object.entries(one.android ?? {}).sort(
    ([a], [b]) => attributeIds[a as AndroidAttribute] - attributeIds[b as AndroidAttribute],
  );
  const attributes = [
    ...android.map(([name, given]) => attribute(androidNamespace, name, given, strings)),
    ...Object.entries(one.plain ?? {}).map(([name, given]) => attribute(null, name, given, strings)),
  ];
  const start = Buffer.concat([
    bytes32(noIndex, strings.index(one.tag)),
    bytes16(20, 20, attributes.length, 0, 0, 0),
    ...attributes,
  ]);
  const children = (one.children ?? []).flatMap((child) => element(child, strings));
  return [node(0x0102, start), ...children, node(0x0103, bytes32(noIndex, strings.index(one.tag)))];
}

function attribute(namespace: string | null, name: string, given: AttributeValue, strings: Strings): Buffer {
  const raw = typeof given === 'string' ? strings.index(given) : noIndex;
  const names = bytes32(namespace === null ? noIndex : strings.index(namespace), strings.index(name), raw);
  return Buffer.concat([names, typedValue(given, raw)]);
}

function typedValue(given: AttributeValue, raw: number): Buffer {
  if (typeof given === 'string') return value('string', raw);
  if (typeof given === 'number') return value('integer', given);
  if (typeof given === 'boolean') return value('boolean', given ? 0xffffffff : 0);
  return value('reference', given.reference);
}
