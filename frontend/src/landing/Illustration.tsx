const FLOORS = [0, 1, 2, 3];
const WINDOWS = [0, 1, 2, 3];

/** Decorative: a building whose doors are connected to the hosted service. */
export function Illustration() {
  return (
    <svg className="illustration" viewBox="0 0 560 440" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="facade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#24507e" />
          <stop offset="1" stopColor="#163a5f" />
        </linearGradient>
        <linearGradient id="side" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1b4068" />
          <stop offset="1" stopColor="#102c49" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="#5ce0c6" stopOpacity="0.55" />
          <stop offset="1" stopColor="#5ce0c6" stopOpacity="0" />
        </radialGradient>
      </defs>

      <circle cx="290" cy="210" r="200" fill="url(#glow)" opacity="0.35" />

      {/* links from the service to the doors */}
      <g fill="none" stroke="#5ce0c6" strokeWidth="2" strokeDasharray="2 9" strokeLinecap="round">
        <path d="M412 112 C 412 180, 330 190, 282 262" />
        <path d="M404 112 C 380 220, 250 220, 262 338" />
        <path d="M424 112 C 470 190, 470 240, 466 318" />
      </g>

      {/* the hosted service */}
      <g transform="translate(338 36)">
        <path
          d="M34 76 a30 30 0 0 1 -4 -59 a40 40 0 0 1 75 -6 a29 29 0 0 1 33 28 a19 19 0 0 1 -4 37 z"
          fill="#f4f8fc"
          stroke="#bcd3e8"
          strokeWidth="2"
        />
        <rect x="66" y="34" width="36" height="28" rx="5" fill="#0f6f63" />
        <path d="M74 34 v-7 a10 10 0 0 1 20 0 v7" fill="none" stroke="#0f6f63" strokeWidth="5" />
        <circle cx="84" cy="47" r="4" fill="#f4f8fc" />
      </g>

      {/* the building */}
      <rect x="112" y="116" width="216" height="270" rx="6" fill="url(#facade)" />
      <path d="M328 130 l52 26 v230 h-52 z" fill="url(#side)" />
      {FLOORS.map((floor) => (
        <g key={floor}>
          {WINDOWS.map((column) => (
            <rect
              key={column}
              x={134 + column * 46}
              y={136 + floor * 44}
              width="30"
              height="24"
              rx="3"
              fill={(floor * 3 + column * 2) % 5 < 2 ? '#ffd98a' : '#3a6a9a'}
            />
          ))}
        </g>
      ))}

      {/* front door with its reader */}
      <rect x="196" y="318" width="48" height="68" rx="3" fill="#0c2238" />
      <rect x="201" y="323" width="17" height="63" fill="#5a8fc0" />
      <rect x="222" y="323" width="17" height="63" fill="#4a7eae" />
      <rect x="254" y="336" width="16" height="26" rx="4" fill="#f4f8fc" />
      <circle cx="262" cy="343" r="3.5" fill="#18a58f" />
      <rect x="258" y="351" width="8" height="2.5" rx="1" fill="#7d93a8" />

      {/* a small annex with a gate reader */}
      <rect x="404" y="306" width="96" height="80" rx="5" fill="url(#facade)" />
      <rect x="420" y="326" width="30" height="60" rx="3" fill="#0c2238" />
      <rect x="458" y="322" width="16" height="26" rx="4" fill="#f4f8fc" />
      <circle cx="466" cy="329" r="3.5" fill="#18a58f" />

      {/* what the operator sees */}
      <g transform="translate(36 236)">
        <rect width="138" height="98" rx="10" fill="#ffffff" stroke="#c9d8e6" />
        <rect x="14" y="14" width="64" height="8" rx="4" fill="#163a5f" />
        {[0, 1, 2].map((row) => (
          <g key={row} transform={`translate(14 ${34 + row * 20})`}>
            <circle cx="6" cy="6" r="6" fill={row === 1 ? '#d9822b' : '#18a58f'} />
            <rect x="20" y="2" width={row === 2 ? 56 : 74} height="8" rx="4" fill="#d5e1ec" />
          </g>
        ))}
      </g>

      <rect x="60" y="386" width="460" height="6" rx="3" fill="#9db6cc" />
    </svg>
  );
}
