/** Parses recipient options up front, so that a typo fails the command before it does any work. */
import { InvalidArgumentError } from 'commander';
import { emailAddress } from '../../service/people/email-address.ts';

const maxId = 2_147_483_647;

export function collectAddresses(text: string, before: readonly string[] = []): readonly string[] {
  const given = splitAddresses(text);
  if (given.length === 0) throw new InvalidArgumentError('Expected an address such as ann@example.org.');
  const bad = given.find((address) => emailAddress(address) === null);
  if (bad !== undefined) {
    throw new InvalidArgumentError(
      `“${bad}” is not an e-mail address. Expected one such as ann@example.org.`,
    );
  }
  return [...before, ...given];
}

/** Parses `--team` and `--member`. */
export function collectNames(text: string, before: readonly string[] = []): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Expected a name or a number.');
  if (names.some((name) => /^\d+$/.test(name) && (Number(name) < 1 || Number(name) > maxId))) {
    throw new InvalidArgumentError(`Numbers go from 1 to ${maxId}.`);
  }
  return [...before, ...names];
}

/** Splits pasted addresses at commas, semicolons and newlines; reduces `Name <a@b>` to `a@b`. */
export function splitAddresses(text: string): readonly string[] {
  return text
    .replaceAll(/"[^"]*"(?=\s*<)/g, '')
    .split(/[,;\n]/)
    .map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '');
}
