import type { Context, Next } from 'koa';
import helmet from 'koa-helmet';

const YEAR_SECONDS = 31_536_000;
/** Origins of the card provider's script and frames. */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * helmet's headers with a content security policy that lets in our own files and the card provider's script, frames
 * and calls, nothing else. `scriptHashes` are the inline scripts of our own built pages. HSTS only behind https.
 */
export function securityHeaders(options: {
  readonly https: boolean;
  readonly scriptHashes: () => readonly string[];
}) {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: [
          "'self'",
          ...STRIPE_SCRIPTS,
          () =>
            options
              .scriptHashes()
              .map((hash) => `'${hash}'`)
              .join(' '),
        ],
        scriptSrcAttr: ["'none'"],
        // the component library writes its rules into <style> elements at run time
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'https://api.stripe.com', 'https://*.stripe.com'],
        frameSrc: [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Stripe's frames and its 3-D Secure pages open from ours
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return async (ctx: Context, next: Next): Promise<void> => {
    await protect(ctx as Parameters<typeof protect>[0], next);
  };
}
