let loading: Promise<typeof import('undici')> | null = null;

/** Imports undici at the first request. Reuses the module, because even a repeated `import` takes a while. */
export function loadUndici(): Promise<typeof import('undici')> {
  loading ??= import('undici');
  return loading;
}
