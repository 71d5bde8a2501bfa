/** Push messages. Their content crosses the bridge as JSON text. Pure types. */
import type { Failure } from '../../base/failure.ts';
import type { Message } from '../../messages/message.ts';
import type { FileChange, Finding, RuleId, Verdict } from '../../push/checks/findings.ts';
import type { FiredCallback, Simulation } from '../../push/handler/simulator.ts';
import type { MappingFormat } from '../../push/mapping/formats.ts';
import type { MappingProblem } from '../../push/mapping/mapping.ts';
import type { SentEntry } from '../../push/sending/send-history.ts';
import type { PushRequest, SendMode } from '../../push/sending/send-requests.ts';
import type { PushSender } from '../../settings/settings-schema.ts';

export type PushSenderView = Omit<PushSender, 'id'>;

export type SenderView = PushSenderView & {
  /** Configured address, or the provider's default address. */
  readonly effectiveAddress: string;
};

export type SentMessageView = {
  /** Null if the message could not be added to the history. */
  readonly id: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** Null if the credentials were passed for this message only. */
  readonly sender: string | null;
  readonly mode: SendMode;
  readonly address: string;
  /** A device token, or `/topics/NAME`. */
  readonly to: string;
  readonly excerpt: string;
  readonly text: string;
  readonly outcome: SentEntry['outcome'];
};

export type SentView = {
  readonly entry: SentMessageView;
  readonly notes: readonly Message[];
  readonly historyFailure: Failure | null;
};

export type TextProblem = Omit<MappingProblem, 'severity'>;

export type SimulationView = {
  /** Null if the format of the mapping is not supported. */
  readonly format: MappingFormat | null;
  readonly mappingProblems: readonly MappingProblem[];
  readonly messageProblem: TextProblem | null;
  /** Null if the mapping or the message is invalid. */
  readonly simulation:
    | (Omit<Simulation, 'callbacks'> & {
        /** `argument`: JSON text. */
        readonly callbacks: readonly (Omit<FiredCallback, 'argument'> & { readonly argument: string })[];
      })
    | null;
};

export type DryRun = {
  /** In sending order, with secrets hidden. */
  readonly requests: readonly PushRequest[];
  readonly notes: readonly Message[];
};

/** `path`: absolute path of the file; null if the finding names no file or the file does not exist. */
export type FindingView = Finding & { readonly path: string | null };

export type RuleView = {
  readonly rule: RuleId;
  readonly verdict: Verdict;
  readonly findings: readonly FindingView[];
  readonly fix: { readonly message: Message; readonly change: FileChange } | null;
};

export type ProjectView = {
  readonly folder: string;
  /** Expected path of the mapping file, even if it is missing. */
  readonly mappingPath: string;
  readonly verdict: Verdict;
  readonly rules: readonly RuleView[];
};
