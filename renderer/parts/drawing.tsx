/** Drawing of a build's path: folder, service, phone. */

const parts = { folder: '0 0 72 72', service: '96 0 72 72', phone: '192 0 72 72' };

export type DrawingPart = keyof typeof parts;

type Props = {
  /** Draws only this part. Defaults to the whole path. */
  readonly only?: DrawingPart;
};

export function Drawing({ only }: Props) {
  return (
    <svg className="drawing" viewBox={only ? parts[only] : '0 0 264 72'} aria-hidden="true" focusable="false">
      <path
        className="drawing-body"
        d="M8 58V17a4 4 0 0 1 4-4h15l6 7h27a4 4 0 0 1 4 4v34a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4Z"
      />
      <path className="drawing-sign" d="M8 29h56M36 54V38m-7 7 7-7 7 7" />
      <path className="drawing-way" d="M74 38h18m-5-5 5 5-5 5" />
      <rect className="drawing-body" x="104" y="10" width="56" height="52" rx="12" />
      <path className="drawing-sign" d="M132 34V19m-6 6 6-6 6 6" />
      <path className="drawing-sign drawing-filled" d="M116 38h32l-5 9h-22Z" />
      <path className="drawing-sign" d="M115 54h34" />
      <path className="drawing-way" d="M172 38h18m-5-5 5 5-5 5" />
      <rect className="drawing-body" x="209" y="4" width="38" height="64" rx="7" />
      <path className="drawing-sign" d="M224 61h8" />
      <rect className="drawing-app" x="218" y="22" width="20" height="20" rx="5" />
      <path className="drawing-tick" d="m223 32 4 4 7-7" />
    </svg>
  );
}

/** The application's icon, as in `assets/icon.svg`. */
export function SlipwayIcon() {
  return (
    <svg className="slipway-icon" viewBox="32 32 448 448" aria-hidden="true" focusable="false">
      <linearGradient id="slipway-sky" x2="0" y2="1">
        <stop stopColor="#4f8df7" />
        <stop offset="1" stopColor="#1f4fc4" />
      </linearGradient>
      <rect x="32" y="32" width="448" height="448" rx="100" fill="url(#slipway-sky)" />
      <g stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path fill="none" strokeWidth="26" d="M256 118v108m-48-62 48-48 48 48" />
        <path fill="#fff" strokeWidth="14" d="M120 252h272l-42 74q-8 14-24 14H190q-16 0-25-14Z" />
        <path stroke="#bcd3ff" strokeWidth="22" d="M116 398h280" />
      </g>
    </svg>
  );
}
