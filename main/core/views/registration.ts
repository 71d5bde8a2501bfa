import type { Failure } from '../../base/failure.ts';

/** Google's verification of Android developers. */
export type RegistrationView = {
  /** True if an API key of a Google Cloud project is saved. */
  readonly hasKey: boolean;
  /** Base address of the status service; null for Google's. */
  readonly address: string | null;
  /** Reason why the last request failed, or why the saved key cannot be read. */
  readonly failure: Failure | null;
};
