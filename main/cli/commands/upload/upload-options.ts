import type { NotesOptions } from '../../options/notes.ts';
import type { ConnectionOptions, DeltaOption, TargetOptions } from '../../options/options.ts';
import type { RuleOptions } from '../../options/rule-options.ts';

export type UploadOptions = ConnectionOptions &
  TargetOptions &
  NotesOptions &
  DeltaOption &
  Pick<RuleOptions, 'app'> & {
    /** Seconds. */
    readonly timeout?: number;
    readonly dryRun?: true;
    readonly again?: true;
    readonly onlyThese?: true;
    readonly newest?: true;
    readonly allOrNothing?: true;
    readonly qr?: true;
  };
