function isOutOfBounds(error: unknown): boolean {
  const code = error instanceof RangeError ? (error as { code?: unknown }).code : null;
  return code === 'ERR_OUT_OF_RANGE' || code === 'ERR_BUFFER_OUT_OF_BOUNDS';
}

/**
 * Runs a reader of untrusted offsets. A read outside the buffer means damage, not a bug, and throws the error
 * from `toError`.
 */
export function readInBounds<Result>(read: () => Result, toError: (cause: unknown) => Error): Result {
  try {
    return read();
  } catch (error) {
    throw isOutOfBounds(error) ? toError(error) : error;
  }
}

/** Same as `readInBounds`, but returns `fallback` for damage. */
export function readOrElse<Result, Other>(read: () => Result, fallback: Other): Result | Other {
  try {
    return read();
  } catch (error) {
    if (isOutOfBounds(error)) return fallback;
    throw error;
  }
}
