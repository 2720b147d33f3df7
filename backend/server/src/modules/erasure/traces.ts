/** By what a person is found outside the log and the read models. */
export interface Traces {
  readonly userId: string;
  /** Companies that are erased with the person: all that is about them goes. */
  readonly erasedAccountIds: readonly string[];
  readonly contactIds: readonly string[];
  /** Events that mails may have followed from. */
  readonly eventIds: readonly string[];
  /** In lower case, without those that another user has as well. */
  readonly emails: readonly string[];
  /** In lower case. */
  readonly usernames: readonly string[];
  readonly names: readonly string[];
}
