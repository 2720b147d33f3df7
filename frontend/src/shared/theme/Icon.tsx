import { SvgIcon, type SvgIconProps } from '@mui/material';

export const CROSS =
  'M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z';
/** A tick in a full circle. */
export const SUCCESS =
  'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.5 14.5-4-4 1.4-1.4 2.6 2.6 5.6-5.6 1.4 1.4z';
/** An exclamation mark in a full circle. */
export const ERROR = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z';

/** One path on 24 by 24 units. */
export function Icon({ path, ...props }: SvgIconProps & { readonly path: string }) {
  return (
    <SvgIcon {...props}>
      <path d={path} />
    </SvgIcon>
  );
}

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

/** The path of a magnifying glass. */
export const GLASS =
  'M10 3a7 7 0 1 0 4.2 12.6l5 5 1.5-1.5-5-5A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z';
