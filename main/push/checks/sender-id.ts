import type { Message } from '../../messages/message.ts';
import { type JsonNode, readJsonTree } from '../mapping/json-tree.ts';

export type SenderIdReading =
  | { readonly kind: 'unreadable'; readonly offset: number; readonly problem: Message }
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty'; readonly path: string; readonly offset: number }
  /** Not a number, such as a placeholder. */
  | { readonly kind: 'unclear'; readonly path: string; readonly offset: number; readonly value: string }
  | { readonly kind: 'found'; readonly path: string; readonly offset: number; readonly value: string };

/** Default path. Other paths are searched too, because the API reference names the file but not the path. */
const defaultPath = 'api.googleCloudMessaging.senderID';

type Named = { readonly path: string; readonly node: JsonNode };

export function readSenderId(text: string): SenderIdReading {
  const tree = readJsonTree(text);
  if (!tree.ok) return { kind: 'unreadable', offset: tree.offset, problem: tree.problem };
  const named = senderIds(tree.root, '');
  const readings = named.map(reading);
  const atDefault = readings.find(({ path }) => path === defaultPath);
  return (
    readings.find(({ kind }) => kind === 'found') ??
    atDefault ??
    readings.find(({ kind }) => kind === 'unclear') ??
    readings[0] ?? { kind: 'missing' }
  );
}

function reading({ path, node }: Named): Extract<SenderIdReading, { readonly path: string }> {
  const given = node.kind === 'value' && node.value !== null ? String(node.value).trim() : '';
  const offset = node.from;
  if (given === '') return { kind: 'empty', path, offset };
  return { kind: /^\d{1,20}$/.test(given) ? 'found' : 'unclear', path, offset, value: given };
}

function senderIds(node: JsonNode, path: string): readonly Named[] {
  if (node.kind === 'value') return [];
  if (node.kind === 'array') return node.items.flatMap((item, index) => senderIds(item, `${path}[${index}]`));
  return node.members.flatMap(({ name, value }) => {
    const here = path === '' ? name : `${path}.${name}`;
    const own = /^(gcm|fcm|messaging)?[-_ ]?sender[-_ ]?id$/i.test(name) ? [{ path: here, node: value }] : [];
    return [...own, ...senderIds(value, here)];
  });
}

/** Returns the project's folder of Android images; null if it is not set. */
export function androidImagesFolder(text: string): string | null {
  const tree = readJsonTree(text);
  if (!tree.ok) return null;
  let node: JsonNode | undefined = tree.root;
  for (const name of ['build', 'input', 'android', 'images']) {
    node = node?.kind === 'object' ? node.members.findLast((one) => one.name === name)?.value : undefined;
  }
  return node?.kind === 'value' && typeof node.value === 'string' ? node.value : null;
}
