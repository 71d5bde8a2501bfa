const dot = (x: number): string => `M${x - 1.25} 8a1.25 1.25 0 1 0 2.5 0 1.25 1.25 0 1 0-2.5 0`;
const ring = 'M2 8a6 6 0 1 0 12 0A6 6 0 1 0 2 8';

const shapes = {
  uploads: 'M8 10.5v-8m0 0L4.5 6M8 2.5 11.5 6M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  apps: 'M3.5 2.5H6a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1Zm6.5 0h2.5a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H10a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM3.5 9H6a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM10 9h2.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H10a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1Z',
  folders: 'M1.5 12V4a1 1 0 0 1 1-1h3.6l1.5 2h5.9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1Z',
  store:
    'M2.5 7v5.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V7M1.5 5.5l1.3-3h10.4l1.3 3a2.2 2.2 0 0 1-4.3 0 2.2 2.2 0 0 1-4.4 0 2.2 2.2 0 0 1-4.3 0Z',
  settings:
    'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M8 4.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  search: 'M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m8 3.5 3 3',
  close: 'm4 4 8 8m0-8-8 8',
  more: dot(3.5) + dot(8) + dot(12.5),
  check: 'm3 8.5 3.2 3.2L13 5',
  warning: 'M8 2.2 14.3 13H1.7L8 2.2ZM8 6.5v3m0 1.8v.2',
  info: `${ring}m6-.6v3.8M8 4.8v.1`,
  question: `${ring}m4.4-1.6a1.7 1.7 0 1 1 2.4 1.7c-.5.3-.8.6-.8 1.2m0 1.8v.1`,
  failed: `${ring}m6-3v3.5m0 2.2v.1`,
  waiting: `${ring}m6-3.2V8l2.2 1.6`,
  paused: 'M5.5 3.5v9m5-9v9',
  play: 'M4.5 3v10l8-5-8-5Z',
  choose: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  chart: 'M2.5 13.5h11M4.5 13.5v-4m3.5 4v-9m3.5 9v-6',
  back: 'M10 3 5 8l5 5',
  add: 'M8 3v10M3 8h10',
  service:
    'M3 2.5h10a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM3 9h10a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1Zm1.5-4.2h.1m-.1 6.4h.1',
  mail: 'M2.5 3h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM2 4l6 5 6-5',
  mailed: 'M7.5 13h-5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v4M2 4l6 5 6-5m-4.5 7.8 1.8 1.8 3.2-3.6',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7L13.5 6m0-3.5V6H10',
  person: 'M5.2 5.5a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0m-2.4 8c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4',
  team: 'M3.5 5.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0m-2 7.5c.5-2.4 2.2-3.6 4.5-3.6s4 1.2 4.5 3.6m0-9.8a2.5 2.5 0 0 1 0 4.6m1.5 1.9c1.4.5 2.2 1.6 2.5 3.3',
  program:
    'M2.5 3h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm1.8 3 2 2-2 2m4 .5h3.2',
  eye: 'M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8ZM6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  key: 'M2 8a2.7 2.7 0 1 0 5.4 0A2.7 2.7 0 1 0 2 8m5.4 0H14v2.5M11 8v2',
  push: 'M8 2a4 4 0 0 0-4 4v2.6L2.5 11.5h11L12 8.6V6a4 4 0 0 0-4-4ZM6.6 13.5a1.6 1.6 0 0 0 2.8 0',
  goTo: 'M2.5 8h9m-3.5-3.5L11.5 8 8 11.5M14 3v10',
  link: 'M6.5 9.5a2.5 2.5 0 0 0 3.5 0l2.8-2.8a2.5 2.5 0 0 0-3.5-3.5L8.4 4.1m1.1 2.4a2.5 2.5 0 0 0-3.5 0L3.2 9.3a2.5 2.5 0 0 0 3.5 3.5l.9-.9',
  cancelled: `${ring}m2 4 8-8`,
} satisfies Record<string, string>;

export type IconName = keyof typeof shapes;

export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} className={name === 'more' ? 'icon-filled' : undefined} />
    </svg>
  );
}
