/** Members who declined mail about an application. A null application means all applications. */
export type UnsubscriptionStorage = {
  /** Does nothing if it exists, or if the member or application was removed. */
  add(memberId: number, applicationId: number | null, at: number): Promise<void>;
  /** Ends both the unsubscription from the application and that from all applications. */
  remove(memberId: number, applicationId: number): Promise<void>;
  /** Returns what the member declined that concerns the application. */
  of(memberId: number, applicationId: number): Promise<DeclinedMail>;
  /** Returns those of the addresses, as stored, that receive no mail about the application. */
  find(applicationId: number, emails: readonly string[]): Promise<readonly string[]>;
};

export type DeclinedMail = 'nothing' | 'application' | 'everything';
