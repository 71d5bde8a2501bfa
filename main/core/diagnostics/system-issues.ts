import { basename } from 'node:path';
import { Events } from '../../base/events.ts';
import type { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log/log.ts';
import { type Message, messageOf } from '../../messages/message.ts';
import type { DamagedPart, QuarantinedFile, SystemIssuesView } from '../views/system.ts';

export type SystemIssues = {
  readonly events: Events<{ changed: SystemIssuesView }>;
  view(): SystemIssuesView;
  dismiss(file: { readonly path: string }): void;
};

export type SystemIssuesControl = {
  readonly issues: SystemIssues;
  addQuarantined(what: DamagedPart | 'lost-journal', path: string): void;
  /** `problem`: null if the journal can be written. */
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
  let quarantined: readonly QuarantinedFile[] = [];
  let journal: Failure | null = null;
  const view = (): SystemIssuesView => ({ quarantined, journal });
  const announce = (): void => events.emit('changed', view());
  return {
    issues: {
      events,
      view,
      dismiss: ({ path }) => {
        quarantined = quarantined.filter((file) => file.path !== path);
        announce();
      },
    },
    addQuarantined: (what, path) => {
      const part = what === 'lost-journal' ? 'journal' : what;
      quarantined = [...quarantined, { what: part, path, message: messages[what](basename(path)) }];
      announce();
    },
    journal: (problem) => {
      journal = problem;
      announce();
    },
  };
}
