/** Redacts secrets by field name, by pattern, and by registered value. */

const hidden = '[hidden]';

const secretName =
  /passw(or)?d|passphrase|secret|token|authorization|cookie|api[-_]?key|server[-_]?key|private[-_]?key/i;

// Linear: a match can start only at the first character of a name, or at a fixed text.
const textPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{4,}/gi, `$1 ${hidden}`],
  [/\b(key=)[A-Za-z0-9._~+/=:-]{8,}/gi, `$1${hidden}`],
  [
    // Skips sentences such as “token: it is missing”, recognised by a word such as “is” among the first four.
    /(?<![\w-])(?=[\w-]*?(?:password|passwd|secret|token))([\w-]+["']?\s*(?:=|:(?!\s+(?:[a-z]+ ){0,3}(?:the|an?|is|are|was|were|be|has|have|had|must|may|can|cannot|could|does|do|not|no|to|of|for|in|at|on|it|this) \S))\s*["']?)[^\s"'&,;}]+/gi,
    `$1${hidden}`,
  ],
  // Access tokens of the built-in service.
  [/\bslw_[\w-]{16,}/g, hidden],
  [/(:\/\/[^\s:/@]*:)[^\s@/"]+@/g, `$1${hidden}@`],
];

/** Redacts credentials by pattern: bearer headers, `password=…`, `user:pass@host`. */
export function redactText(text: string): string {
  return textPatterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Returns the forms in which a secret may occur: plain, in JSON, in URLs and forms, and within base64. */
function formsOf(secret: string): readonly string[] {
  // A lone surrogate cannot be URL-encoded.
  const whole = secret.isWellFormed();
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...(whole ? [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)] : []),
    ...base64Forms(secret),
  ].filter((form) => form.length >= 4);
}

/** Ordinary text could contain shorter base64 forms. */
const minBase64Length = 10;

/**
 * Returns the base64 forms of a secret inside longer data, which depend on its offset modulo three. Omits
 * characters that also encode neighbouring bytes.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const shared = (shift + bytes.length) % 3 === 0 ? 0 : 1;
    const inner = text.slice(shift === 0 ? 0 : shift + 1, text.length - shared);
    if (inner.length < minBase64Length) return [];
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

export class Redactor {
  /** Longest first: replacing a short secret would reveal the rest of a longer one that contains it. */
  #values: readonly string[] = [];

  /** Registers a secret for redaction. Ignores values under 4 characters, which would match ordinary text. */
  add(secret: string): void {
    if (secret.length < 4) return;
    const values = new Set([...this.#values, ...formsOf(secret)]);
    this.#values = [...values].sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let result = text;
    for (const secret of this.#values) result = result.replaceAll(secret, hidden);
    return redactText(result);
  }

  /** Returns a redacted copy for JSON. Errors become plain objects; circular references are removed. */
  value(value: unknown): unknown {
    return this.#copy(value, new Set());
  }

  #copy(value: unknown, parents: Set<object>): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    if (parents.has(value)) return '[circular]';
    const seen = new Set(parents).add(value);
    if (value instanceof Error) return this.#error(value, seen);
    if (value instanceof URL) return this.text(value.href);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return value.map((item) => this.#copy(item, seen));
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, item]) => [
        this.text(String(name)),
        secretName.test(String(name)) && item !== null && typeof item !== 'boolean'
          ? hidden
          : this.#copy(item, seen),
      ]),
    );
  }

  #error(error: Error, seen: Set<object>): unknown {
    const { name, message, stack, cause, ...rest } = error as Error & Record<string, unknown>;
    return {
      name,
      message: this.text(message),
      ...(stack === undefined ? {} : { stack: this.text(stack) }),
      ...(this.#copy(rest, seen) as object),
      ...(cause === undefined ? {} : { cause: this.#copy(cause, seen) }),
    };
  }
}
