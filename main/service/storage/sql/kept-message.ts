import type { Message } from '../../../messages/message.ts';

export const kept = ({ code, values }: Message): string => JSON.stringify({ code, values });

export const readFailure = (text: string | null): Message | null =>
  text === null ? null : (JSON.parse(text) as Message);
