import { type Message, messageOf } from '../../messages/message.ts';
import { defaultChannel } from './resolver.ts';

export type Channel = {
  /** A whole number, as text. */
  readonly id: string;
  readonly title: string;
  /** 1 to 5; 0 if the user switched the channel off. */
  readonly importance: number;
};

export type Channels = {
  readonly existing: readonly Channel[];
  /** Deleted channels. If one is created again, Android restores its importance. */
  readonly deleted: readonly Channel[];
};

export const noChannels: Channels = { existing: [], deleted: [] };

export type ChannelChange = {
  readonly change: 'created' | 'existing' | 'changed' | 'restored' | 'deleted' | 'not-there';
  readonly channel: Channel;
  readonly explanation: Message;
};

/** With a null title, an existing channel keeps its title and a new one gets the default title. */
export type WantedChannel = Omit<Channel, 'title'> & { readonly title: string | null };

export type ChannelUpdate = { readonly channels: Channels; readonly changes: readonly ChannelChange[] };

/** Deletes `deleteId` first, then creates or updates `wanted`. */
export function updateChannels(
  before: Channels,
  { wanted, deleteId }: { readonly wanted: WantedChannel | null; readonly deleteId: string | null },
): ChannelUpdate {
  const removed = deleteId === null ? { channels: before, changes: [] } : remove(before, deleteId);
  if (!wanted) return removed;
  const made = upsert(removed.channels, wanted);
  return { channels: made.channels, changes: [...removed.changes, ...made.changes] };
}

function remove({ existing, deleted }: Channels, id: string): ChannelUpdate {
  const channel = existing.find((one) => one.id === id);
  if (!channel) {
    const absent = { id, title: '', importance: 0 };
    const explanation = messageOf('device/channelNotThere', { id });
    return {
      channels: { existing, deleted },
      changes: [{ change: 'not-there' as const, channel: absent, explanation }],
    };
  }
  const explanation = messageOf('device/channelDeleted', { id });
  return {
    channels: {
      existing: existing.filter((one) => one !== channel),
      deleted: [...deleted.filter((one) => one.id !== id), channel],
    },
    changes: [{ change: 'deleted' as const, channel, explanation }],
  };
}

function upsert({ existing, deleted }: Channels, wanted: WantedChannel): ChannelUpdate {
  const { id } = wanted;
  const current = existing.find((one) => one.id === id);
  const former = deleted.find((one) => one.id === id);
  const before = current ?? former;
  const title = wanted.title ?? before?.title ?? defaultChannel.title;
  const importance = Math.min(before?.importance ?? wanted.importance, wanted.importance);
  const channel = { id, title, importance };
  const stays = channel.importance === wanted.importance ? null : channel.importance;
  const channels = {
    existing: current ? existing.map((one) => (one === current ? channel : one)) : [...existing, channel],
    deleted: deleted.filter((one) => one.id !== id),
  };
  const settled = (change: ChannelChange['change'], explanation: Message): ChannelUpdate => ({
    channels,
    changes: [{ change, channel, explanation }],
  });
  if (!current) {
    return former
      ? settled('restored', messageOf('device/channelRestored', { id, stays }))
      : settled('created', messageOf('device/channelCreated', { id, importance: channel.importance }));
  }
  const same = current.title === channel.title && current.importance === channel.importance;
  return same
    ? settled('existing', messageOf('device/channelThere', { id, stays }))
    : settled('changed', messageOf('device/channelChanged', { id, stays }));
}
