/** The product's mark: a shield with a keyhole. Decorative; the title stands beside it. */
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        d="M16 1.500 28.500 6v9.500c0 7.800-5.200 12.800-12.500 15-7.300-2.200-12.500-7.200-12.500-15V6z"
        fill="#12897b"
      />
      <path d="M16 1.500 28.500 6v9.500c0 7.800-5.200 12.800-12.500 15z" fill="#0b6b62" />
      <path d="M16 9.500a4 4 0 0 0-2 7.460V22.500h4v-5.540a4 4 0 0 0-2-7.460z" fill="#ffffff" />
    </svg>
  );
}
