/** Responses of an S3 server as XML, with the error codes of real servers. */

export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Buffer;
};

type Tree = string | number | boolean | { readonly [name: string]: Tree | readonly Tree[] | undefined };

export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: { readonly [name: string]: Tree };

  constructor(status: number, code: string, message: string, more: { readonly [name: string]: Tree } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  toAnswer(): Answer {
    return xml('Error', { Code: this.code, Message: this.message, ...this.more }, this.status);
  }
}

export function xml(root: string, tree: Tree, status = 200): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, tree)}`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function element(name: string, tree: Tree): string {
  return `<${name}>${typeof tree === 'object' ? inside(tree) : escaped(String(tree))}</${name}>`;
}

function inside(tree: { readonly [name: string]: Tree | readonly Tree[] | undefined }): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return Array.isArray(value)
        ? value.map((one: Tree) => element(name, one))
        : [element(name, value as Tree)];
    })
    .join('');
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the texts of all elements with this name. Requests contain only flat lists, so this suffices. */
export function textsOf(body: string, name: string): readonly string[] {
  return [...body.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/&(quot|amp|lt|gt|#(\d+));/g, (_, entity: string, number?: string) =>
      number
        ? String.fromCharCode(Number(number))
        : ({ quot: '"', amp: '&', lt: '<', gt: '>' }[entity] ?? ''),
    ),
  );
}
