/** Android's notification channels, from level 26 on: what a message makes of the ones an app has. Pure. */

export type Channel = {
  /** A whole number, as text. */
  readonly id: string;
  readonly title: string;
  /** 1 to 5. */
  readonly importance: number;
};

export type Channels = {
  readonly existing: readonly Channel[];
  /** Android remembers them: one that is made again has its former importance. */
  readonly deleted: readonly Channel[];
};

export const noChannels: Channels = { existing: [], deleted: [] };

export type ChannelChange = {
  readonly change: 'created' | 'existing' | 'changed' | 'restored' | 'deleted' | 'not-there';
  readonly channel: Channel;
  /** One sentence for people. */
  readonly explanation: string;
};

export type SettledChannels = { readonly channels: Channels; readonly changes: readonly ChannelChange[] };

/** First one is deleted, then the one a notification belongs to is made or found. */
export function settleChannels(
  before: Channels,
  { wanted, deleteId }: { readonly wanted: Channel | null; readonly deleteId: string | null },
): SettledChannels {
  const removed = deleteId === null ? { channels: before, changes: [] } : remove(before, deleteId);
  if (!wanted) return removed;
  const made = make(removed.channels, wanted);
  return { channels: made.channels, changes: [...removed.changes, ...made.changes] };
}

function remove({ existing, deleted }: Channels, id: string): SettledChannels {
  const channel = existing.find((one) => one.id === id);
  if (!channel) {
    const explanation = `There is no channel ${id}, so none is deleted.`;
    const change = { change: 'not-there', channel: { id, title: '', importance: 0 }, explanation } as const;
    return { channels: { existing, deleted }, changes: [change] };
  }
  const explanation = `The channel ${id} is deleted, and what was shown in it goes with it.`;
  return {
    channels: {
      existing: existing.filter((one) => one !== channel),
      deleted: [...deleted.filter((one) => one.id !== id), channel],
    },
    changes: [{ change: 'deleted', channel, explanation }],
  };
}

function make({ existing, deleted }: Channels, wanted: Channel): SettledChannels {
  const { id } = wanted;
  const known = existing.find((one) => one.id === id);
  const former = deleted.find((one) => one.id === id);
  const channel = known || former ? merged(known ?? former ?? wanted, wanted) : wanted;
  const kept = channel.importance !== wanted.importance;
  const rule = kept
    ? ` Its importance stays ${channel.importance}: an app can lower it later, but not raise it.`
    : '';
  const channels = {
    existing: known ? existing.map((one) => (one === known ? channel : one)) : [...existing, channel],
    deleted: deleted.filter((one) => one.id !== id),
  };
  const said = (change: ChannelChange['change'], explanation: string): SettledChannels => ({
    channels,
    changes: [{ change, channel, explanation: explanation + rule }],
  });
  if (!known) {
    return former
      ? said('restored', `The channel ${id} was deleted before; it comes back as it was.`)
      : said('created', `The channel ${id} is made, with importance ${channel.importance}.`);
  }
  const same = known.title === channel.title && known.importance === channel.importance;
  return same
    ? said('existing', `The channel ${id} is there already.`)
    : said('changed', `The channel ${id} is there already and takes the new title or the lower importance.`);
}

function merged(known: Channel, wanted: Channel): Channel {
  return { ...wanted, importance: Math.min(known.importance, wanted.importance) };
}
