import { basename } from 'node:path';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import type { DamagedPart, KeptFile, SystemIssuesView } from '../view.ts';

/** What a person must know of Slipway's own files. */
export type SystemIssues = {
  readonly events: Events<{ changed: SystemIssuesView }>;
  view(): SystemIssuesView;
  /** The person has read of it. */
  dismiss(path: string): void;
};

export type SystemIssuesControl = {
  readonly troubles: SystemIssues;
  keptAside(what: DamagedPart, path: string): void;
  /** Null: the journal can be written. */
  journal(trouble: Failure | null): void;
  /** Data at `path` that no Slipway uses any more. */
  unusedData(path: string): void;
};

const messages: Readonly<Record<DamagedPart, (name: string) => string>> = {
  journal: (name) =>
    `The upload journal was damaged. It was kept as ${name}, and what could be read of it was carried over. Before an earlier build is sent, Slipway looks whether it is on the service already. Builds that were added by hand and had not arrived may have to be added again.`,
  'seen-files': (name) =>
    `The memory of which builds were seen in watched folders was damaged. It was kept as ${name}, and what could be read of it was carried over. What the upload journal knows is not uploaded again.`,
  settings: (name) =>
    `The settings were damaged. They were kept as ${name}, and settings start fresh: add accounts and folders again. Nothing in any folder was touched.`,
};

export function createSystemIssues(log: Log): SystemIssuesControl {
  const events = new Events<{ changed: SystemIssuesView }>((error) =>
    log.error('A listener failed', { error }),
  );
  let kept: readonly KeptFile[] = [];
  let journal: Failure | null = null;
  const view = (): SystemIssuesView => ({ kept, journal });
  const announce = (): void => events.emit('changed', view());
  return {
    troubles: {
      events,
      view,
      dismiss: (path) => {
        kept = kept.filter((file) => file.path !== path);
        announce();
      },
    },
    keptAside: (what, path) => {
      kept = [...kept, { what, path, message: messages[what](basename(path)) }];
      announce();
    },
    unusedData: (path) => {
      const message = `The folder ${path} holds data of an earlier Slipway that are not used, because the new place held data already. Nothing in either was touched. Once you need nothing from that folder, delete it.`;
      kept = [...kept, { what: 'unused-data', path, message }];
      announce();
    },
    journal: (trouble) => {
      journal = trouble;
      announce();
    },
  };
}
