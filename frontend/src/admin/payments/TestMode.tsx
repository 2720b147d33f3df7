import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

/** No real money moved (decisions B24). */
export function TestMode() {
  return <StatusBadge tone="warning">Test mode</StatusBadge>;
}

/** A demo company's, which pays with test cards (decisions B24). */
export function DemoBadge() {
  return <StatusBadge tone="neutral">Demo</StatusBadge>;
}
