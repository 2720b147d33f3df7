/** Paths of the line icons, 24 by 24 units. */
export const ICONS = {
  speed: 'M4 17a8 8 0 1 1 16 0M12 17l4-6',
  web: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18c-3-3-3-15 0-18z',
  move: 'M4 8h13l-3-3M20 16H7l3 3',
  support: 'M5 14v-2a7 7 0 0 1 14 0v2M5 14h3v5H6a1 1 0 0 1-1-1zM19 14h-3v5h2a1 1 0 0 0 1-1z',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  badge: 'M6 3h12v18H6zM10 3v3h4V3M12 10a2 2 0 1 0 0 4a2 2 0 0 0 0-4zM9 18c1-2 5-2 6 0',
  database: 'M5 6c0-4 14-4 14 0s-14 4-14 0zM5 6v12c0 4 14 4 14 0V6M5 12c0 4 14 4 14 0',
  threads: 'M4 6h10M4 12h16M4 18h7M18 4v4M15 16v4',
  modules: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7',
} as const;

export function FeatureIcon({ icon }: { readonly icon: keyof typeof ICONS }) {
  return (
    <svg className="feature-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICONS[icon]} />
    </svg>
  );
}
