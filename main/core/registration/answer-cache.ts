import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { systemCode } from '../../base/errors.ts';
import { writeAtomically } from '../../base/files/files.ts';
import type { Log } from '../../base/log/log.ts';
import { type RegistrationStatus, registrationStatuses } from '../../packages/package-info.ts';
import type { RegistrationQuery } from '../../packages/registration.ts';

const maxAgeMs = 24 * 60 * 60_000;
const maxAnswers = 1_000;

const answersSchema = z.array(
  z.object({
    packageId: z.string(),
    certificate: z.string().nullable(),
    status: z.enum(registrationStatuses),
    /** Milliseconds since 1970 UTC. */
    at: z.number(),
  }),
);

type Answers = z.infer<typeof answersSchema>;

export type AnswerCache = {
  /** Returns Google's last answer to this query; null if there is none or it is older than a day. */
  find(query: RegistrationQuery): Promise<RegistrationStatus | null>;
  add(query: RegistrationQuery, status: RegistrationStatus): Promise<void>;
};

/** Stores Google's answers for a day in a file that commands share. File errors are logged, not thrown. */
export function createAnswerCache(deps: {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}): AnswerCache {
  const { path, clock, log } = deps;
  const serially = pLimit(1);
  const read = async (): Promise<Answers> => {
    try {
      const now = clock.now();
      const all = answersSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      return all.filter(({ at }) => at <= now && now - at < maxAgeMs);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') log.warn('Could not read stored answers', { path, error });
      return [];
    }
  };
  const isAbout = ({ packageId, certificate }: RegistrationQuery) => {
    return (answer: RegistrationQuery): boolean =>
      answer.packageId === packageId && answer.certificate === certificate;
  };
  const add = async (query: RegistrationQuery, status: RegistrationStatus): Promise<void> => {
    const isSame = isAbout(query);
    const others = (await read()).filter((answer) => !isSame(answer));
    const answers: Answers = [{ ...query, status, at: clock.now() }, ...others].slice(0, maxAnswers);
    try {
      await writeAtomically(path, JSON.stringify(answers));
    } catch (error) {
      log.warn('Could not store an answer', { path, error });
    }
  };
  return {
    find: (query) => serially(async () => (await read()).find(isAbout(query))?.status ?? null),
    add: (query, status) => serially(add, query, status),
  };
}
