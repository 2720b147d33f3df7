import { PRICES } from '@portal/domain/pricing';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { OptionRow } from './OptionRow.tsx';
import { Section } from './Section.tsx';

const HARDWARE = [
  { name: 'ca150_panel', label: 'CA 150 Panel', priceCents: PRICES.ca150Panel },
  { name: 'netcom6p', label: 'Netcom6P', priceCents: PRICES.netcom6p },
] as const;

/** Names of the chosen hardware, as the server keeps them. */
export const hardwareOf = (chosen: { readonly ca150_panel: boolean; readonly netcom6p: boolean }) =>
  HARDWARE.filter(({ name }) => chosen[name]).map(({ label }) => label);

interface HardwareOptionsProps {
  readonly register: (name: 'ca150_panel' | 'netcom6p') => UseFormRegisterReturn;
  /** Whether the account may buy hardware (decisions B12). */
  readonly offered: boolean;
}

/** The hardware toggles of an order. */
export function HardwareOptions({ register, offered }: HardwareOptionsProps) {
  return (
    <Section title="Hardware">
      {HARDWARE.map(({ name, label, priceCents }) => (
        <OptionRow
          key={name}
          {...register(name)}
          id={name}
          label={label}
          priceCents={priceCents}
          hint={offered ? 'Shipping & Handling is added once' : 'Not offered for your account'}
          disabled={!offered}
        />
      ))}
    </Section>
  );
}
