import { type Command, Option } from 'commander';
import { z } from 'zod';
import { textOf } from '../../../messages/text.ts';
import { newHandler, reduceHandler } from '../../../push/handler/handler-machine.ts';
import type { HandlerEffect } from '../../../push/handler/handler-state.ts';
import { parseMapping } from '../../../push/mapping/mapping.ts';
import { cliErrors } from '../../errors.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readMessageFile, readTextArgument } from '../../options/message-file.ts';
import type { Run } from '../../run/run-command.ts';
import { formatTable, plainText } from '../../terminal/format.ts';
import { addDeviceOptions, type DeviceOptions, deviceOf } from './device-options.ts';

const permission = z.enum(['granted', 'denied', 'not-asked']);

/** Local notification as in the API reference; omitted fields are empty. */
const notification = z.strictObject({
  alertAction: z.string().default(''),
  alertBody: z.string().default(''),
  android: z.strictObject({ vibrate: z.boolean() }).default({ vibrate: false }),
  ios: z.strictObject({ hasAction: z.boolean() }).default({ hasAction: false }),
});

const eventsSchema = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('register') }),
    z.strictObject({ kind: z.literal('subscribe'), topic: z.string() }),
    z.strictObject({ kind: z.literal('registered'), token: z.string() }),
    z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
    z.strictObject({ kind: z.literal('ask-permission') }),
    z.strictObject({ kind: z.literal('answer-permission'), permission }),
    z.strictObject({ kind: z.literal('user-notifications'), enabled: z.boolean() }),
    z.strictObject({ kind: z.literal('move'), to: z.enum(['foreground', 'background', 'closed']) }),
    z.strictObject({ kind: z.literal('arrive'), received: z.unknown() }),
    z.strictObject({ kind: z.literal('chosen'), options: z.array(z.enum(['SOUND', 'ALERT'])) }),
    z.strictObject({ kind: z.literal('tap'), id: z.int() }),
    z.strictObject({ kind: z.literal('present'), notification }),
    z.strictObject({ kind: z.literal('schedule'), notification, at: z.number() }),
    z.strictObject({ kind: z.literal('cancel'), id: z.int() }),
    z.strictObject({ kind: z.literal('time'), now: z.number() }),
  ]),
);

const kindsHelp = `
Kinds of events, with their fields (times in milliseconds):
  register, subscribe (topic), registered (token), refused (reason), ask-permission,
  answer-permission (permission: granted, denied, not-asked), user-notifications (enabled: true, false),
  move (to: foreground, background, closed), arrive (received: message), chosen (options: SOUND, ALERT),
  tap (id), present (notification), schedule (notification, at), cancel (id), time (now)`;

type EventOptions = DeviceOptions & { readonly emulator?: true; readonly entitlement: boolean };

export function addEvents(push: Command, run: Run): void {
  addDeviceOptions(push.command('events'), 'file with an array of events, such as [{"kind": "register"}]')
    .description('Simulate a device for a series of events.')
    .addHelpText('after', kindsHelp)
    .addOption(
      new Option(
        '--emulator',
        'simulate a run in the emulator, where push does not work, instead of a published build',
      ),
    )
    .addOption(
      new Option('--no-entitlement', 'simulate an app without the aps-environment entitlement (iOS)'),
    )
    .action((mapping: string, file: string, options: EventOptions) =>
      run(async ({ terminal }) => {
        const events = eventsSchema.safeParse(await readMessageFile(file));
        if (!events.success) throw cliErrors.badOption({ problem: z.prettifyError(events.error) });
        let state = newHandler({
          device: deviceOf(options),
          build: options.emulator ? 'emulator' : 'published',
          apsEnvironment: options.entitlement ? 'production' : null,
          mapping: parseMapping(await readTextArgument(mapping)),
        });
        const steps = events.data.map((event) => {
          const step = reduceHandler(state, event);
          state = step.state;
          return { event, effects: step.effects };
        });
        terminal.result({ steps, state });
        const rows = steps.flatMap(({ event, effects }) => [
          [event.kind, '', effects.length === 0 ? 'no effect' : ''],
          ...effects.map((effect) => ['', effect.kind, effectText(effect)]),
        ]);
        terminal.show(formatTable(rows).map(plainText));
        return exitCodes.done;
      }),
    );
}

function effectText(effect: HandlerEffect): string {
  switch (effect.kind) {
    case 'call':
      return `${effect.callback}: ${textOf(effect.explanation)}`;
    case 'token':
      return effect.token;
    case 'no-token':
      return typeof effect.reason === 'string' ? effect.reason : textOf(effect.reason);
    case 'channel':
      return textOf(effect.change.explanation);
    case 'presented': {
      const { title, body, shade } = effect.presentation;
      const number = effect.id === null ? '' : `${effect.id}: `;
      return `${number}${[title, body].filter(Boolean).join(', ')}. ${textOf(shade.explanation)}`;
    }
    case 'scheduled':
      return `${effect.id}: due at ${effect.dueAt}`;
    case 'lost':
      return textOf(effect.reason);
    case 'misuse':
      return textOf(effect.message);
    case 'request-token':
    case 'request-permission':
      return '';
  }
}
