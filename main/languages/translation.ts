/** What a translation of main's sentences has to be: the compiler finds what is missing, and what is too much. */
import type { apiErrors } from '../api/errors.ts';
import type { databaseErrors } from '../base/database/database.ts';
import type { baseErrors, CodedError, internalErrors } from '../base/errors.ts';
import type { fileErrors } from '../base/files/files.ts';
import type { lockErrors } from '../base/files/lock.ts';
import type { hashErrors } from '../base/hashing/hashing.ts';
import type { Plain, Sentence } from '../base/sentences.ts';
import type { bridgeErrors } from '../bridge/errors.ts';
import type { coreErrors } from '../core/errors.ts';
import type { packageErrors } from '../packages/errors.ts';
import type { checkWords } from '../push/checks/words-check.ts';
import type { pushErrors } from '../push/errors.ts';
import type { deviceWords } from '../push/handler/words-device.ts';
import type { mappingWords } from '../push/mapping/words-mapping.ts';
import type { serviceErrors } from '../service/errors.ts';
import type { settingsErrors } from '../settings/errors.ts';
import type { shellErrors } from '../shell/errors.ts';
import type { uploadErrors } from '../uploads/errors.ts';
import type { watcherErrors } from '../watcher/errors.ts';
import type { webErrors } from '../web/errors.ts';
import type { Phrase } from './phrases.ts';

/** The messages of an error table in another language: one for each error, of the same values. */
export type ErrorMessages<Makers> = {
  readonly [Kind in keyof Makers]: Makers[Kind] extends (values: infer Values, ...rest: never) => CodedError
    ? (values: Plain<Values>) => string
    : never;
};

/** The sentences of a table in another language, of the same values. */
export type SentenceTexts<Makers> = {
  readonly [Kind in keyof Makers]: Makers[Kind] extends (...values: infer Arguments) => Sentence
    ? Arguments extends readonly []
      ? () => string
      : (values: Plain<Arguments[0]>) => string
    : never;
};

/** Everything main says to people, in another language than English. */
export type Catalogue = {
  readonly errors: ErrorCatalogue;
  readonly sentences: SentenceCatalogue;
  readonly phrases: Readonly<Record<Phrase, string>>;
};

/** By the table of a sentence's code. */
export type SentenceCatalogue = {
  readonly check: SentenceTexts<typeof checkWords>;
  readonly device: SentenceTexts<typeof deviceWords>;
  readonly mapping: SentenceTexts<typeof mappingWords>;
};

/** By the module of an error's code. */
export type ErrorCatalogue = {
  readonly api: ErrorMessages<typeof apiErrors>;
  readonly base: ErrorMessages<typeof baseErrors>;
  readonly bridge: ErrorMessages<typeof bridgeErrors>;
  readonly core: ErrorMessages<typeof coreErrors>;
  readonly database: ErrorMessages<typeof databaseErrors>;
  readonly file: ErrorMessages<typeof fileErrors>;
  readonly hash: ErrorMessages<typeof hashErrors>;
  readonly internal: ErrorMessages<typeof internalErrors>;
  readonly lock: ErrorMessages<typeof lockErrors>;
  readonly package: ErrorMessages<typeof packageErrors>;
  readonly push: ErrorMessages<typeof pushErrors>;
  readonly service: ErrorMessages<typeof serviceErrors>;
  readonly settings: ErrorMessages<typeof settingsErrors>;
  readonly shell: ErrorMessages<typeof shellErrors>;
  readonly uploads: ErrorMessages<typeof uploadErrors>;
  readonly watcher: ErrorMessages<typeof watcherErrors>;
  readonly web: ErrorMessages<typeof webErrors>;
};
