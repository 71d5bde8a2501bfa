/** Schemas of store profiles and items in link mode. In plain mode the schemas of `api/wire.ts` apply. */
import type { z } from 'zod';
import { nestedStoreItem, storeItem, storeProfile } from '../../api/wire.ts';
import { linkedList, linkFields } from '../http/links.ts';

export const linkedNestedItem = nestedStoreItem.extend(linkFields);
export const linkedProfile = storeProfile.extend({ items: linkedList(linkedNestedItem), ...linkFields });
export const linkedProfiles = linkedList(linkedProfile);
export const linkedItem = storeItem.extend({ profile: linkedProfile.nullable(), ...linkFields });

export type LinkedProfile = z.infer<typeof linkedProfile>;
export type LinkedProfiles = z.infer<typeof linkedProfiles>;
export type LinkedItem = z.infer<typeof linkedItem>;
