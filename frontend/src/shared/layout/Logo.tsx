/** A shield with a keyhole. Decorative: the title is beside it. */
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M16 1.5 28.5 6v9.5c0 7.8-5.2 12.8-12.5 15-7.3-2.2-12.5-7.2-12.5-15V6z" fill="#12897b" />
      <path d="M16 1.5 28.5 6v9.5c0 7.8-5.2 12.8-12.5 15z" fill="#0b6b62" />
      <path d="M16 9.5a4 4 0 0 0-2 7.46V22.5h4v-5.54a4 4 0 0 0-2-7.46z" fill="#ffffff" />
    </svg>
  );
}
