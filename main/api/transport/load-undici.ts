let undici: typeof import('undici') | null = null;

/**
 * Imports undici at the first request. Keeps the module, because even a repeated `import` takes a while; after
 * an error, the next request imports it again.
 */
export async function loadUndici(): Promise<typeof import('undici')> {
  undici ??= await import('undici');
  return undici;
}
