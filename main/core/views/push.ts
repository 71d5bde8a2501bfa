/** Pushes; what a message contains crosses as JSON text. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { FileChange, Finding, RuleId, Verdict } from '../../push/checks/findings.ts';
import type { FiredCallback, Simulation } from '../../push/handler/simulator.ts';
import type { Dialect } from '../../push/mapping/dialects.ts';
import type { MappingProblem } from '../../push/mapping/mapping.ts';
import type { SentEntry } from '../../push/sending/send-history.ts';
import type { PushRequest, SendMode } from '../../push/sending/send-requests.ts';
import type { PushSender } from '../../settings/settings-schema.ts';

export type PushSenderView = Omit<PushSender, 'id'>;

export type SenderView = PushSenderView & {
  /** Where it sends to, also when that is the usual address. */
  readonly sendsTo: string;
};

export type SentMessageView = {
  /** Null when it could not be written into the history. */
  readonly id: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** Null when the key was given for once. */
  readonly sender: string | null;
  readonly mode: SendMode;
  readonly address: string;
  /** A device token, or `/topics/NAME`. */
  readonly to: string;
  /** The first of its texts. */
  readonly excerpt: string;
  /** The message, as JSON. */
  readonly text: string;
  readonly outcome: SentEntry['outcome'];
};

/** What was just sent. */
export type SentView = {
  readonly entry: SentMessageView;
  readonly notes: readonly Message[];
  readonly notKept: Failure | null;
};

export type TextProblem = Omit<MappingProblem, 'severity'>;

export type SimulationView = {
  /** Of the mapping, or null when it is none of the known forms. */
  readonly dialect: Dialect | null;
  readonly mappingProblems: readonly MappingProblem[];
  /** Why the message is no JSON. */
  readonly messageProblem: TextProblem | null;
  /** Null while one of the two cannot be read. */
  readonly simulation:
    | (Omit<Simulation, 'callbacks'> & {
        /** `argument`: as JSON. */
        readonly callbacks: readonly (Omit<FiredCallback, 'argument'> & { readonly argument: string })[];
      })
    | null;
};

export type DryRun = {
  /** In the order in which they would be sent, secrets hidden. */
  readonly requests: readonly PushRequest[];
  readonly notes: readonly Message[];
};

/** `path`: absolute, to be shown in its folder; null where no file is named, or it is not there. */
export type FindingView = Finding & { readonly path: string | null };

export type RuleView = {
  readonly rule: RuleId;
  readonly verdict: Verdict;
  readonly findings: readonly FindingView[];
  /** The next step a program can take: in words, and exactly. */
  readonly fix: { readonly message: Message; readonly change: FileChange } | null;
};

export type ProjectView = {
  /** Absolute and without links. */
  readonly folder: string;
  /** Where its mapping file lies, or should. */
  readonly mappingPath: string;
  readonly verdict: Verdict;
  readonly rules: readonly RuleView[];
};
