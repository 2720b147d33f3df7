/** Credentials of one Stripe mode; the three always come together. */
export interface StripeCredentials {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
}

/** Stripe settings. Without credentials demo accounts use the simulator; live ones cannot pay by card. */
export interface StripeSettings {
  readonly demo: StripeCredentials | null;
  readonly live: StripeCredentials | null;
  readonly apiBase: string | null;
  /** Whether demo accounts may pay at the simulator where they have no credentials: never in production. */
  readonly simulator: boolean;
}
