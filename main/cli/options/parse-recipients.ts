/** Whom to tell, as it is typed: understood before a command begins, so that a wrong word stops it before any work is done. */
import { InvalidArgumentError } from 'commander';
import { emailAddress } from '../../service/people/email-address.ts';

const largestId = 2_147_483_647;

/** For `--email`: the addresses of each use of the option, after those of the uses before. */
export function collectAddresses(text: string, before: readonly string[] = []): readonly string[] {
  const given = splitAddresses(text);
  if (given.length === 0) throw new InvalidArgumentError('Give an address such as ann@example.org.');
  const bad = given.find((address) => emailAddress(address) === null);
  if (bad !== undefined) {
    throw new InvalidArgumentError(`“${bad}” is not an e-mail address. Give one such as ann@example.org.`);
  }
  return [...before, ...given];
}

/** For `--team` and `--member`. */
export function collectNames(text: string, before: readonly string[] = []): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Give a name or a number.');
  if (names.some((name) => /^\d+$/.test(name) && (Number(name) < 1 || Number(name) > largestId))) {
    throw new InvalidArgumentError(`Numbers go from 1 to ${largestId}.`);
  }
  return [...before, ...names];
}

/** Addresses as people paste them: separated by commas, semicolons or lines; `Name <a@b>` gives `a@b`. */
export function splitAddresses(text: string): readonly string[] {
  return text
    .replaceAll(/"[^"]*"(?=\s*<)/g, '')
    .split(/[,;\n]/)
    .map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '');
}
