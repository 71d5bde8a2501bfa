import { setImmediate as otherRequests } from 'node:timers/promises';
import pLimit from 'p-limit';
import { mailIconOf } from '../install/icon.ts';
import type { PlannedSends, ServiceParts } from '../parts.ts';
import type { VersionFacts } from '../storage/records.ts';
import type { StoredIcon } from '../storage/storage.ts';
import { writeLetters } from './letters.ts';

type Parts = Pick<ServiceParts, 'storage' | 'address' | 'mailLanguage' | 'sender'>;

export function createPlannedSends(parts: Parts): PlannedSends {
  const { testing } = parts.storage;
  let stopped = false;
  const inTurn = pLimit(1);
  const work = async (): Promise<void> => {
    let about: { readonly version: VersionFacts; readonly icon: StoredIcon } | null = null;
    for (let piece = await testing.plannedPiece(); piece && !stopped; piece = await testing.plannedPiece()) {
      if (about?.version.id !== piece.versionId) {
        const version = await testing.versionFacts(piece.versionId);
        // The version was removed, and its planned pieces with it.
        if (!version) continue;
        about = { version, icon: await mailIconOf(parts.storage, version) };
      }
      const { id, at, address, recipients } = piece;
      const from = { ...parts, address: () => address ?? parts.address() };
      await testing.recordPiece(id, await writeLetters(from, about, recipients, at));
      await otherRequests();
    }
  };
  return {
    finish: () => inTurn(work),
    stop: () => {
      stopped = true;
      return inTurn(async () => undefined);
    },
  };
}
