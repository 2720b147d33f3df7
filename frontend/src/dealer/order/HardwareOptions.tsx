import { Box, Typography } from '@mui/material';
import { PRICES } from '@portal/domain/pricing';
import { formatDollars, HARDWARE } from '@portal/domain/values';
import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckBox } from '../../shared/form/Field.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';

interface OptionRowProps extends ComponentProps<typeof CheckBox> {
  readonly id: string;
  readonly label: string;
  readonly priceCents: number;
  /** The price is not charged, and struck through. */
  readonly included?: boolean;
  readonly hint: string;
}

/** A checkbox for a license or hardware, with its price. */
export function OptionRow({ id, label, priceCents, included = false, hint, ...input }: OptionRowProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        cursor: input.disabled ? 'default' : 'pointer',
      }}
    >
      <CheckBox
        {...input}
        type="checkbox"
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
      />
      <span>
        <Typography component="span" id={`${id}-name`} sx={{ display: 'block', fontWeight: 600 }}>
          {label}
        </Typography>
        <Muted component="span" id={`${id}-hint`}>
          <Box component={included ? 's' : 'span'}>{formatDollars(priceCents)}</Box> · {hint}
        </Muted>
      </span>
    </Box>
  );
}

export const LICENSES = [
  { name: 'aurora_license', label: 'Aurora License', priceCents: PRICES.auroraLicense },
  {
    name: 'reverse_network_ip',
    label: 'Reverse Network IP License',
    priceCents: PRICES.reverseNetworkIpLicense,
  },
] as const;

const [CA150_PANEL, NETCOM6P] = HARDWARE;
const OPTIONS = [
  { name: 'ca150_panel', label: CA150_PANEL, priceCents: PRICES.ca150Panel },
  { name: 'netcom6p', label: NETCOM6P, priceCents: PRICES.netcom6p },
] as const;

/** Names of the chosen hardware in the API. */
export const hardwareOf = (chosen: { readonly ca150_panel: boolean; readonly netcom6p: boolean }) =>
  OPTIONS.filter(({ name }) => chosen[name]).map(({ label }) => label);

function hintOf(offered: boolean | null): string {
  if (offered === null) return 'Available once your prices are loaded';
  return offered ? 'Shipping & Handling is added once' : 'Not offered for your account';
}

/** `offered`: whether the account may buy hardware; null while it is not loaded. */
export function HardwareOptions({ offered }: { readonly offered: boolean | null }) {
  const { register } = useFormContext();
  return (
    <Section spaced title="Hardware">
      {OPTIONS.map(({ name, label, priceCents }) => (
        <OptionRow
          key={name}
          {...register(name)}
          id={name}
          label={label}
          priceCents={priceCents}
          hint={hintOf(offered)}
          disabled={!offered}
        />
      ))}
    </Section>
  );
}
