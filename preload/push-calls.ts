/** The calls about pushes: projects, mapping files, the simulator, senders and messages. */
import { z } from 'zod';
import type { DryRun } from '../main/core/push/push.ts';
import type { ProjectView } from '../main/core/push/push-projects.ts';
import type { SenderView, SentMessageView, SentView, SimulationView } from '../main/core/push/push-views.ts';
import type { OpenedMapping } from '../main/push/mapping/mapping-file.ts';
import type { MappingForm } from '../main/push/mapping/mapping-form.ts';
import { call } from './call.ts';
import { filePath, mappingText, none, pushInputs } from './inputs.ts';
import {
  exampleInput,
  noticeInput,
  outgoingInput,
  sendAgainInput,
  senderInput,
  senderNameInput,
  simulationInput,
} from './push-inputs.ts';

export const pushCalls = {
  /** Project folders that were checked, the last one first. */
  'push.project.recent': call<readonly string[]>()(none),
  'push.project.forget': call<readonly string[]>()(pushInputs.folder),
  /** Every rule about pushes; reads only. `build`: an .ipa or .apk to compare with; `message`: received data in JSON. */
  'push.project.check': call<ProjectView>()(pushInputs.check),
  /** Makes the change of a rule if it is still the one that was shown. */
  'push.project.fix': call<null>()(pushInputs.fix),
  /** Takes the last change back, if nothing was changed since. */
  'push.project.undoFix': call<null>()(pushInputs.folder),

  /** Texts of mapping files cross with `\n` as line end; files keep theirs. */
  'push.mapping.open': call<OpenedMapping>()(() => z.strictObject({ path: filePath })),
  /** Where the mapping file of a project lies, or should. */
  'push.mapping.pathIn': call<string>()(pushInputs.folder),
  /** What the form shows of a text, and what is wrong with it. */
  'push.mapping.read': call<MappingForm>()(() => z.strictObject({ text: mappingText })),
  /** The text with one change made, the rest of it as it is. */
  'push.mapping.edit': call<string>()(() =>
    z.strictObject({ text: mappingText, edit: pushInputs.mappingEdit() }),
  ),
  /** What a new file begins with. */
  'push.mapping.template': call<string>()(none),
  /** `before`: as it was opened or saved here; null: a new file. Refused when the file is not as it was. */
  'push.mapping.save': call<OpenedMapping>()(() =>
    z.strictObject({
      path: filePath,
      before: mappingText.nullable(),
      text: mappingText,
    }),
  ),

  /** What a device makes of a message; texts that cannot be read are said with their place. */
  'push.simulator.run': call<SimulationView>()(simulationInput),
  /** A message that fits a mapping, as JSON. */
  'push.simulator.example': call<string>()(exampleInput),
  /** Shows a push as a notification of this computer; refused where there are none. */
  'push.simulator.showHere': call<null>()(noticeInput),
  /** By name, without their keys. */
  'push.senders.list': call<readonly SenderView[]>()(none),
  /** Adds one, or changes the one of the name. */
  'push.senders.keep': call<readonly SenderView[]>()(senderInput),
  /** With its key. */
  'push.senders.remove': call<readonly SenderView[]>()(senderNameInput),
  /** The exact requests, secrets hidden; sends nothing. */
  'push.messages.dryRun': call<DryRun>()(outgoingInput),
  /** What the provider refuses is the outcome of the entry; a failure means that nothing was sent. */
  'push.messages.send': call<SentView>()(outgoingInput),
  /** The message of an entry once more. */
  'push.messages.sendAgain': call<SentView>()(sendAgainInput),
  /** Newest first. */
  'push.messages.history': call<readonly SentMessageView[]>()(none),
} as const;
