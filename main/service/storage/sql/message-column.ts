import type { Message } from '../../../messages/message.ts';

export const messageToText = ({ code, values }: Message): string => JSON.stringify({ code, values });

export const messageFromText = (text: string | null): Message | null =>
  text === null ? null : (JSON.parse(text) as Message);
