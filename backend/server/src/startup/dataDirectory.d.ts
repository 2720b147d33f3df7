/**
 * Makes DATA_DIR where it is missing and answers its absolute path. A new one is closed to others; as root it
 * stays traversable (0711), because PostgreSQL then runs as another user below it. Every secret in it is 0600.
 */
export declare function ensureDataDirectory(dataDir: string): Promise<string>;
/**
 * Writes a file that only its owner reads, unless there is one: whole or not at all, synced to disk, and with
 * two processes at once the first one's content wins. Answers what the file holds afterwards.
 */
export declare function writeSecretOnce(path: string, content: string): Promise<string>;
/** The secret kept under this name in DATA_DIR; 32 random bytes (base64url) are made at the first call. */
export declare function generatedSecret(dataDir: string, name: string): Promise<string>;
/** A file's text, null where there is none. */
export declare function readOrNull(path: string): Promise<string | null>;
/** Whether this is the operating system's error of that code, e.g. ENOENT. */
export declare function isErrno(error: unknown, code: string): boolean;
