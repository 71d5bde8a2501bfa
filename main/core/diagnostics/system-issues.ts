import { basename } from 'node:path';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { DamagedPart, KeptFile, SystemIssuesView } from '../views/system.ts';

export type SystemIssues = {
  readonly events: Events<{ changed: SystemIssuesView }>;
  view(): SystemIssuesView;
  dismiss(file: { readonly path: string }): void;
};

export type SystemIssuesControl = {
  readonly issues: SystemIssues;
  keptAside(what: DamagedPart | 'lost-journal', path: string): void;
  /** Null if the journal can be written. */
  journal(problem: Failure | null): void;
};

const messages: Readonly<Record<DamagedPart | 'lost-journal', (name: string) => Message>> = {
  journal: (name) => messageOf('issue/journalDamaged', { name }),
  'lost-journal': () => messageOf('issue/journalLost'),
  'seen-files': (name) => messageOf('issue/seenDamaged', { name }),
  settings: (name) => messageOf('issue/settingsDamaged', { name }),
};

export function createSystemIssues(log: Log): SystemIssuesControl {
  const events = new Events<{ changed: SystemIssuesView }>(log);
  let kept: readonly KeptFile[] = [];
  let journal: Failure | null = null;
  const view = (): SystemIssuesView => ({ kept, journal });
  const announce = (): void => events.emit('changed', view());
  return {
    issues: {
      events,
      view,
      dismiss: ({ path }) => {
        kept = kept.filter((file) => file.path !== path);
        announce();
      },
    },
    keptAside: (what, path) => {
      const part = what === 'lost-journal' ? 'journal' : what;
      kept = [...kept, { what: part, path, message: messages[what](basename(path)) }];
      announce();
    },
    journal: (problem) => {
      journal = problem;
      announce();
    },
  };
}
