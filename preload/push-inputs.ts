/** The shapes of what a renderer hands to main about pushes that are simulated or sent. */
import { z } from 'zod';

/** Texts a person pastes: longer than any that is sent, so that too long a one is said in words. */
const text = z.string().max(1_000_000);
const senderName = z.string().max(200);

const device = () =>
  z.discriminatedUnion('platform', [
    z.strictObject({ platform: z.literal('android'), apiLevel: z.int().min(1).max(999) }),
    z.strictObject({ platform: z.literal('ios') }),
  ]);

const channels = () =>
  z
    .array(
      z.strictObject({
        id: z.string().max(200),
        title: z.string().max(1_000),
        importance: z.int().min(0).max(5),
      }),
    )
    .max(1_000);

export const simulationInput = () =>
  z.strictObject({
    /** What stands in pushnotification.json. */
    mapping: text,
    /** JSON of received data. */
    message: text,
    device: device(),
    app: z.enum(['foreground', 'background', 'closed']),
    permission: z.enum(['granted', 'denied', 'not-asked']),
    build: z.enum(['published', 'emulator']),
    channels: z.strictObject({ existing: channels(), deleted: channels() }),
    /** What the app returns where iOS asks it. */
    options: z.array(z.enum(['SOUND', 'ALERT'])).max(2),
    userNotificationEnabled: z.boolean(),
    tapped: z.boolean(),
  });

export const exampleInput = () => z.strictObject({ mapping: text });

export const noticeInput = () =>
  z.strictObject({
    title: z.string().max(10_000),
    body: z.string().max(10_000),
    silent: z.boolean(),
  });

/** `secret`: the server key, or the text of the service account; it goes to main and never comes back. */
export const senderInput = () =>
  z.strictObject({
    name: senderName,
    mode: z.enum(['server-key', 'http-v1']),
    /** Null: the usual one of the mode. */
    address: z.string().max(2_000).nullable(),
    secret: z.string().max(100_000),
  });

export const senderNameInput = () => z.strictObject({ name: senderName });

export const outgoingInput = () =>
  z.strictObject({
    sender: senderName,
    /** JSON of the message. */
    message: text,
    /** Null: as the message says. */
    target: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('device'), token: z.string().max(10_000) }),
        z.strictObject({ kind: z.literal('topic'), name: z.string().max(1_000) }),
      ])
      .nullable(),
  });

/** Null: with the sender it had. */
export const sendAgainInput = () => z.strictObject({ id: z.int().min(1), sender: senderName.nullable() });
