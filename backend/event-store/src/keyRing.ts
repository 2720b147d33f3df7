/**
 * Port: keys that encrypt personal fields, one per subject (`user-<id>`, `account-<id>`, …). The adapter
 * stores them wrapped by a key that lives outside the database. Keys are 32 bytes (AES-256).
 */
export interface KeyRing {
  /** Keys of these subjects, made where there is none yet. An erased subject has no entry and never gets one again. */
  ensure(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Existing keys only; fetched once per page of events. Erased or unknown subjects have no entry. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Destroys the subject's key for ever; what it encrypted reads as erased. Idempotent. */
  erase(subject: string): Promise<void>;
}
