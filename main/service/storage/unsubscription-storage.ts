/** Members who declined mail about an application. A null application means all applications. */
export type UnsubscriptionStorage = {
  /** Does nothing if the unsubscription exists, or if the member or application was removed. */
  add(memberId: number, applicationId: number | null, at: number): Promise<void>;
  /** Removes the unsubscriptions from this application and from all applications. */
  remove(memberId: number, applicationId: number): Promise<void>;
  /** Returns what the member declined that concerns the application. */
  of(memberId: number, applicationId: number): Promise<DeclinedMail>;
  /** Returns the addresses, spelled as stored, that receive no mail about the application. */
  find(applicationId: number, emails: readonly string[]): Promise<readonly string[]>;
};

export type DeclinedMail = 'nothing' | 'application' | 'everything';
