/**
 * Port: keys that encrypt personal fields, one per subject (`user-<id>`, `account-<id>`, …), 32 bytes (AES-256). The
 * adapter stores them wrapped by a key outside the database.
 */
export interface KeyRing {
  /** Keys of these subjects, created if missing. An erased subject has none and never gets one again. */
  ensure(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Existing keys; none for erased or unknown subjects. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Destroys the subject's key; its fields read as erased. Idempotent. */
  erase(subject: string): Promise<void>;
}
