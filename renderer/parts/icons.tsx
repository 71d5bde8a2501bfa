/** Line icons, 16 px; decoration only, the words are beside them. */
import type { ReactNode } from 'react';

const shapes = {
  uploads: <path d="M8 10.5v-8m0 0L4.5 6M8 2.5 11.5 6M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2" />,
  apps: (
    <>
      <rect x="2.5" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="2.5" y="9" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="9" width="4.5" height="4.5" rx="1" />
    </>
  ),
  folders: (
    <path d="M1.5 12V4a1 1 0 0 1 1-1h3.6l1.5 2h5.9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1Z" />
  ),
  store: (
    <path d="M2.5 7v5.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V7M1.5 5.5l1.3-3h10.4l1.3 3a2.2 2.2 0 0 1-4.3 0 2.2 2.2 0 0 1-4.4 0 2.2 2.2 0 0 1-4.3 0Z" />
  ),
  settings: (
    <>
      <path d="M2 4.5h6m4 0h2M2 11.5h2m4 0h6" />
      <circle cx="10" cy="4.5" r="2" />
      <circle cx="6" cy="11.5" r="2" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </>
  ),
  close: <path d="m4 4 8 8m0-8-8 8" />,
  more: (
    <g className="icon-filled">
      <circle cx="3.5" cy="8" r="1.25" />
      <circle cx="8" cy="8" r="1.25" />
      <circle cx="12.5" cy="8" r="1.25" />
    </g>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 5" />,
  warning: (
    <>
      <path d="M8 2.2 14.3 13H1.7L8 2.2Z" />
      <path d="M8 6.5v3m0 1.8v.2" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.4v3.8M8 4.8v.1" />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.4 6.4a1.7 1.7 0 1 1 2.4 1.7c-.5.3-.8.6-.8 1.2m0 1.8v.1" />
    </>
  ),
  failed: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 5v3.5m0 2.2v.1" />
    </>
  ),
  waiting: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  paused: <path d="M5.5 3.5v9m5-9v9" />,
  play: <path d="M4.5 3v10l8-5-8-5Z" />,
  choose: <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />,
  chart: <path d="M2.5 13.5h11M4.5 13.5v-4m3.5 4v-9m3.5 9v-6" />,
  back: <path d="M10 3 5 8l5 5" />,
  add: <path d="M8 3v10M3 8h10" />,
  service: (
    <>
      <rect x="2" y="2.5" width="12" height="4.5" rx="1" />
      <rect x="2" y="9" width="12" height="4.5" rx="1" />
      <path d="M4.5 4.8h.1m-.1 6.4h.1" />
    </>
  ),
  mail: (
    <>
      <rect x="1.5" y="3" width="13" height="10" rx="1" />
      <path d="m2 4 6 5 6-5" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.8" />
      <path d="M2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4" />
    </>
  ),
  team: (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13c.5-2.4 2.2-3.6 4.5-3.6s4 1.2 4.5 3.6M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.7c1.4.5 2.2 1.6 2.5 3.3" />
    </>
  ),
  push: (
    <>
      <path d="M8 2a4 4 0 0 0-4 4v2.6L2.5 11.5h11L12 8.6V6a4 4 0 0 0-4-4Z" />
      <path d="M6.6 13.5a1.6 1.6 0 0 0 2.8 0" />
    </>
  ),
  goTo: <path d="M2.5 8h9m-3.5-3.5L11.5 8 8 11.5M14 3v10" />,
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m4 12 8-8" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
