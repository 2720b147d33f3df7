import { PRICES } from '@portal/domain/pricing';
import { HARDWARE } from '@portal/domain/values';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { OptionRow } from './OptionRow.tsx';
import { Section } from './Section.tsx';

const [CA150_PANEL, NETCOM6P] = HARDWARE;
const OPTIONS = [
  { name: 'ca150_panel', label: CA150_PANEL, priceCents: PRICES.ca150Panel },
  { name: 'netcom6p', label: NETCOM6P, priceCents: PRICES.netcom6p },
] as const;

/** Names of the chosen hardware, as the server keeps them. */
export const hardwareOf = (chosen: { readonly ca150_panel: boolean; readonly netcom6p: boolean }) =>
  OPTIONS.filter(({ name }) => chosen[name]).map(({ label }) => label);

interface HardwareOptionsProps {
  readonly register: (name: 'ca150_panel' | 'netcom6p') => UseFormRegisterReturn;
  /** Whether the account may buy hardware; null while its terms are not read. */
  readonly offered: boolean | null;
}

function hintOf(offered: boolean | null): string {
  if (offered === null) return 'Available once your prices are read';
  return offered ? 'Shipping & Handling is added once' : 'Not offered for your account';
}

/** The hardware toggles of an order. */
export function HardwareOptions({ register, offered }: HardwareOptionsProps) {
  return (
    <Section title="Hardware">
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
