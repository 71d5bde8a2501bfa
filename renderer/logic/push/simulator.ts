import type { CallArguments, SimulationView } from '../../../preload/page.ts';

type Values = CallArguments<'push.simulator.run'>;
export type SimulatedChannel = Values['channels']['existing'][number];

export type Presentation = NonNullable<NonNullable<SimulationView['simulation']>['presentation']>;

/** iOS, and the Android API levels below and above each change of behaviour. */
export const devices = ['25', '26', '32', '33', '34', 'ios'] as const;
export type SimulatedDevice = (typeof devices)[number];

export type SimulatorDraft = Pick<
  Values,
  'message' | 'app' | 'permission' | 'userNotificationEnabled' | 'tapped' | 'options' | 'channels'
> & {
  /** Null if the file in the editor is used. */
  readonly mapping: string | null;
  readonly device: SimulatedDevice;
};

export const noSimulation: SimulatorDraft = {
  mapping: null,
  message: '',
  device: '33',
  app: 'background',
  permission: 'granted',
  options: ['SOUND', 'ALERT'],
  userNotificationEnabled: false,
  tapped: true,
  channels: { existing: [], deleted: [] },
};

/** `open` is the text in the editor; null if no file is open. */
export function simulationValues({ device, ...draft }: SimulatorDraft, open: string | null): Values {
  return {
    ...draft,
    mapping: draft.mapping ?? open ?? '',
    build: 'published',
    device: device === 'ios' ? { platform: 'ios' } : { platform: 'android', apiLevel: Number(device) },
  };
}

export type PhoneStyle = 'ios' | 'android' | 'android-old';

const firstGestureLevel = 29;

export function phoneStyle(device: SimulatedDevice): PhoneStyle {
  if (device === 'ios') return device;
  return Number(device) < firstGestureLevel ? 'android-old' : 'android';
}

export const hasChannels = (device: SimulatedDevice): boolean => device !== 'ios' && Number(device) >= 26;

export function withNewChannel(channels: Values['channels'], title: string): Values['channels'] {
  const numbers = [...channels.existing, ...channels.deleted].map(({ id }) => Number(id));
  const id = String(Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1);
  return { ...channels, existing: [...channels.existing, { id, title, importance: 3 }] };
}

export function withOption(
  options: Values['options'],
  option: Values['options'][number],
  wanted: boolean,
): Values['options'] {
  const others = options.filter((each) => each !== option);
  return wanted ? [...others, option] : others;
}

/** Android channel importances; 0 means the user disabled the channel. */
export const importances = [0, 1, 2, 3, 4, 5] as const;

export function loudnessOf(importance: number): 'heads-up' | 'sound' | 'silent' | 'folded' | 'off' {
  if (importance >= 4) return 'heads-up';
  if (importance === 3) return 'sound';
  if (importance === 0) return 'off';
  return importance === 2 ? 'silent' : 'folded';
}
