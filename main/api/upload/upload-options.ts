import type { UploadBase } from '../wire.ts';

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Sent with the file; the service may ignore it. */
  readonly releaseNote?: string | undefined;
  /** Receives the bytes passed to the connection, before they are accepted. Restarts like `onProgress`. */
  readonly onOffered?: (bytes: number) => void;
  /** Receives the bytes accepted by the connection so far. Restarts at the offset after a token renewal. */
  readonly onProgress?: (sentBytes: number) => void;
  /**
   * Receives the acknowledged bytes of the file; the accepted bytes if the system reports no
   * acknowledgements.
   */
  readonly onAcknowledged?: (bytes: number) => void;
  /**
   * Receives the SHA-256 (hex) of the whole file before its last bytes are sent. If the callback throws, the
   * service cannot store the file.
   */
  readonly onVerified?: (sha256: string) => void;
  /** Idle time in milliseconds before the connection is probed. Defaults to 45 s. */
  readonly idleTimeoutMs?: number;
  /** If undefined, an interrupted upload starts again at its first byte. */
  readonly resumption?: Resumption;
  /** If undefined, the whole file is sent. Requires `resumption`. */
  readonly delta?: DeltaOptions;
};

/** File from which the service creates a build, using a build that it already has as base. */
export type Recipe = {
  readonly path: string;
  readonly size: number;
  readonly baseSha256: string;
  /** SHA-256 (hex) and size of the build that the service creates. */
  readonly targetSha256: string;
  readonly targetSize: number;
};

export type BaseQuery = { readonly platform: string; readonly packageId: string };

export type FindBase = (app: BaseQuery) => Promise<UploadBase | null>;

/** Callbacks for sending a recipe. */
export type DeltaOptions = {
  /** Returns true if a recipe is expected to save time. `bytesPerSecond` is null if unknown. */
  readonly pays: (bytesPerSecond: number | null) => boolean;
  /** Called if the service accepts recipes. */
  readonly onSupported: () => void;
  /** Returns the recipe of the interrupted upload; null if the whole file was being sent. */
  readonly load: () => Promise<Recipe | null>;
  /**
   * Returns a new recipe; null without a base, or if the recipe would be too large. `findBase` requests the
   * entries of the newest build on the service.
   */
  readonly make: (findBase: FindBase) => Promise<Recipe | null>;
  /** Called if the service refuses the recipe. The whole file is sent next. */
  readonly onRefused: (recipe: Recipe) => Promise<void>;
};

/** Callbacks and state for resuming an interrupted upload. */
export type Resumption = {
  /** Address of an interrupted upload of this file; null if there is none. */
  readonly address: string | null;
  /** True if an earlier attempt may have sent the whole file. */
  readonly wasSentWhole: boolean;
  /**
   * Stores the address before the first byte is sent; null removes it. `recipeSize` is set if a recipe is sent
   * instead of the file.
   */
  readonly save: (address: string | null, recipeSize?: number) => void;
  /** Returns true if a new upload should be resumable. `bytesPerSecond` is null if unknown. */
  readonly pays: (bytesPerSecond: number | null) => boolean;
  /** Called with the number of bytes that the service already has. */
  readonly onResumed?: (offset: number) => void;
};
