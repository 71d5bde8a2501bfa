/** True for what Node throws when a number is read outside a buffer. */
function isOutOfBounds(error: unknown): boolean {
  const code = error instanceof RangeError ? (error as { code?: unknown }).code : null;
  return code === 'ERR_OUT_OF_RANGE' || code === 'ERR_BUFFER_OUT_OF_BOUNDS';
}

/**
 * Runs a reader of binary data. Positions in such data are claims: reading past the end means damage, not a bug, and
 * becomes the error `refusal` makes. Everything else passes.
 */
export function readInBounds<Result>(read: () => Result, refusal: (cause: unknown) => Error): Result {
  try {
    return read();
  } catch (error) {
    throw isOutOfBounds(error) ? refusal(error) : error;
  }
}

/** As `readInBounds`, for a part that may be damaged without the file being refused: then it gives `otherwise`. */
export function readOrElse<Result, Other>(read: () => Result, otherwise: Other): Result | Other {
  try {
    return read();
  } catch (error) {
    if (isOutOfBounds(error)) return otherwise;
    throw error;
  }
}
