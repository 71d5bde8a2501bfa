import type { CallArguments, StoreItemView, StoreProfileSummary } from '../../preload/page.ts';
import { matches } from './uploads.ts';

/** Returns matching profiles, most recently changed first. */
export function arrangeProfiles(
  profiles: readonly StoreProfileSummary[],
  search: string,
): readonly StoreProfileSummary[] {
  return profiles
    .filter(({ name, appUniqueId, ipaVersion, apkVersion, version, shortDescription }) =>
      matches(search, [name, appUniqueId, ipaVersion, apkVersion, version, shortDescription]),
    )
    .toSorted((a, b) => at(b.updateDateTimeUtc) - at(a.updateDateTimeUtc) || b.id - a.id);
}

/** Returns matching items, newest first; `platformOf` returns the display name of an item's type. */
export function arrangeItems(
  items: readonly StoreItemView[],
  search: string,
  platformOf: (type: number) => string,
): readonly StoreItemView[] {
  return items
    .filter(({ name, version, type }) => matches(search, [name, version, platformOf(type)]))
    .toSorted((a, b) => at(b.createDateTimeUtc) - at(a.createDateTimeUtc) || b.id - a.id);
}

export type ProfileDraft = {
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
};

export function draftOfProfile(
  profile: Pick<StoreProfileSummary, 'name' | 'shortDescription' | 'longDescription'>,
): ProfileDraft {
  return {
    name: profile.name,
    shortDescription: profile.shortDescription ?? '',
    longDescription: profile.longDescription ?? '',
  };
}

/** Returns only the changed fields, so that other users' changes are kept; null without changes. */
export function profileChanges(
  before: ProfileDraft,
  now: ProfileDraft,
): Omit<CallArguments<'store.update'>, 'accountId' | 'profileId'> | null {
  const changes = {
    ...(now.name === before.name ? {} : { name: now.name }),
    ...(now.shortDescription === before.shortDescription ? {} : { shortDescription: now.shortDescription }),
    ...(now.longDescription === before.longDescription ? {} : { longDescription: now.longDescription }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

const at = (time: string): number => Date.parse(time) || 0;
