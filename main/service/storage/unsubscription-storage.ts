/** Members who declined mail about an application. A null application means all applications. */
export type UnsubscriptionStorage = {
  /** Returns the recipient of the message with this token; null if there is none. */
  recipient(token: string): Promise<UnsubscribeRecipient | null>;
  /**
   * Also withholds messages that wait or were refused. Does nothing if the unsubscription exists, or if the
   * member or application was removed.
   */
  add(memberId: number, applicationId: number | null, at: number): Promise<void>;
  /** Removes the unsubscriptions from this application and from all applications. */
  remove(memberId: number, applicationId: number): Promise<void>;
  /** Returns what the member declined that concerns the application. */
  of(memberId: number, applicationId: number): Promise<DeclinedMail>;
};

export type UnsubscribeRecipient = {
  readonly memberId: number;
  readonly email: string;
  readonly applicationId: number;
  readonly applicationName: string;
};

export type DeclinedMail = 'nothing' | 'application' | 'everything';
