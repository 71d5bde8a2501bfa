import { setImmediate as yieldToOthers } from 'node:timers/promises';
import pLimit from 'p-limit';
import { mailIconOf } from '../install/icon.ts';
import type { PlannedSends, ServiceContext } from '../service-context.ts';
import type { VersionDetails } from '../storage/records.ts';
import type { StoredIcon } from '../storage/storage.ts';
import { composeMessages } from './messages.ts';

type Services = Pick<ServiceContext, 'storage' | 'address' | 'mailLanguage' | 'sender'>;

export function createPlannedSends(parts: Services): PlannedSends {
  const { testing } = parts.storage;
  let stopped = false;
  const serialise = pLimit(1);
  const recordBatches = async (): Promise<void> => {
    let context: { readonly version: VersionDetails; readonly icon: StoredIcon } | null = null;
    for (let batch = await testing.nextBatch(); batch && !stopped; batch = await testing.nextBatch()) {
      if (context?.version.id !== batch.versionId) {
        const version = await testing.versionFacts(batch.versionId);
        // The version was removed together with its planned batches.
        if (!version) continue;
        context = { version, icon: await mailIconOf(parts.storage, version) };
      }
      const { id, at, address, silent, recipients } = batch;
      const mailSettings = { ...parts, address: () => address ?? parts.address() };
      const messages = await composeMessages(mailSettings, { ...context, silent }, recipients, at);
      await testing.recordBatch(id, messages);
      await yieldToOthers();
    }
  };
  return {
    finish: () => serialise(recordBatches),
    stop: () => {
      stopped = true;
      return serialise(async () => undefined);
    },
  };
}
