/** Decides which uploads are resumable, and where they continue. Pure. */

export type ResumePolicy = {
  /** Minimum expected duration: repeating a shorter transfer is faster than resuming it. */
  readonly minSeconds: number;
  /** Minimum size in bytes while the speed is unknown. */
  readonly minBytes: number;
  /** True to resume uploads to a service on this computer too. */
  readonly local: boolean;
  /** Maximum speed at which a recipe is sent: it saves most of a transfer, but is computed at 2 to 3 MB/s. */
  readonly maxDeltaBytesPerSecond: number;
};

export const defaultResumePolicy: ResumePolicy = {
  minSeconds: 5,
  minBytes: 16 * 1024 * 1024,
  local: false,
  maxDeltaBytesPerSecond: 1_500_000,
};

/** Returns true if a resumable upload is worth its additional requests. */
export function paysToResume(
  { minSeconds, minBytes, local }: ResumePolicy,
  upload: {
    readonly size: number;
    /** Speed of the previous upload to the service; null if unknown. */
    readonly bytesPerSecond: number | null;
    readonly isLocalService: boolean;
  },
): boolean {
  const { size, bytesPerSecond } = upload;
  if (size === 0 || (upload.isLocalService && !local)) return false;
  return bytesPerSecond === null ? size >= minBytes : size / bytesPerSecond >= minSeconds;
}

/** Returns true if a recipe is expected to save time. Recipes are only sent as resumable uploads. */
export function paysToSendDelta(policy: ResumePolicy, upload: Parameters<typeof paysToResume>[1]): boolean {
  return paysToResume(policy, upload) && (upload.bytesPerSecond ?? 0) <= policy.maxDeltaBytesPerSecond;
}

/** Reads `Upload-Offset`; null if absent, not a number, or not within a file of `size` bytes. */
export function readOffset(value: string | null, size: number): number | null {
  if (value === null || !/^\d{1,15}$/.test(value.trim())) return null;
  const offset = Number(value);
  return offset <= size ? offset : null;
}

/** Returns `Upload-Metadata` with base64 values; omits undefined values. */
export function uploadMetadata(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name} ${Buffer.from(value.toWellFormed()).toString('base64')}`)
    .join(',');
}

const temporaryRefusals: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 409, 410, 423, 425, 429]);

/** Returns true if the stored result of a complete upload is a refusal. It may be a conflict. */
export function isFinalResult(status: number | undefined): boolean {
  return status === 409 || isFinalRefusal(status);
}

/** Returns true if the service refused the file itself, so continuing the upload cannot succeed. */
export function isFinalRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && !temporaryRefusals.has(status);
}
