import type { RegisteredDevice } from '../service-view.ts';

export const maxDevicesPerMember = 20;
export const maxChallengesPerMember = 5;

/** Members' Apple devices, registered from install pages. */
export type DeviceStorage = {
  /** Ordered by id, which is the order of registration. */
  list(): Promise<readonly RegisteredDevice[]>;
  /** Ordered like `list`. */
  ofMember(memberId: number): Promise<readonly RegisteredDevice[]>;
  /**
   * Stores a challenge for one `register`. Removes expired challenges, and the member's oldest beyond
   * `maxChallengesPerMember`.
   */
  addChallenge(challenge: NewChallenge, now: number): Promise<void>;
  /**
   * Ends the challenge, stores or updates the device, and lists the member in the directory. Removes all but
   * the newest `maxDevicesPerMember` devices. Returns false if the member's challenge is unknown or expired.
   */
  register(by: DeviceChallenge, device: NewDevice, at: number): Promise<boolean>;
  remove(id: number): Promise<boolean>;
};

export type DeviceChallenge = { readonly challengeHash: string; readonly memberId: number };
export type NewChallenge = DeviceChallenge & { readonly expiresAt: number };
export type NewDevice = Pick<RegisteredDevice, 'udid' | 'product' | 'systemVersion'>;
