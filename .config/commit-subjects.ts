/**
 * `npm run tool -- subjects [RANGE]`: checks the subjects of commits in a range of git, by default the last
 * 150. Exits with 1 if a subject breaks a rule of CONTRIBUTING.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const maxLength = 72;
const area = '[a-z0-9][a-z0-9/.-]*';
const form = new RegExp(String.raw`^${area}(?:, ${area})*: (?<text>\S.*)$`);

/** Imperatives that end in `-ed` or `-ing`. */
const imperatives = new Set(['bring', 'embed', 'feed', 'need', 'proceed', 'seed', 'speed', 'string']);

/** Common verbs. Their third person is rejected. */
const verbs = `
  accept add allow avoid build bump call change check cover create delete describe disable drop enable
  ensure explain expose extract fix handle ignore implement improve introduce keep let limit log make
  mark move name open pass prevent print read refuse reject remove rename replace report require
  restore retry return reword run send set show simplify skip split start stop store support test
  throw turn update use validate wait write
`;
const thirdPersons = new Set(verbs.trim().split(/\s+/).map(thirdPerson));

const otherSubjects = new Set(['a', 'an', 'the', 'it', 'this', 'that', 'there', 'we', 'i']);

/** Returns why a subject breaks the rule; null if it does not. */
export function subjectProblem(subject: string): string | null {
  if (/^Merge\b/.test(subject)) return 'is a merge; rebase instead';
  if (/^(?:fixup|squash|amend)!/.test(subject)) return 'is a fixup; squash it';
  if (subject.length > maxLength) return `has ${subject.length} characters; the limit is ${maxLength}`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  const text = form.exec(subject)?.groups?.['text'];
  if (text === undefined) return 'does not begin with an area, such as “uploads: ”';
  const first = /^[A-Za-z]+/.exec(text)?.[0].toLowerCase() ?? '';
  return isImperative(first) ? null : `does not begin with an imperative: “${text.split(' ', 1)[0]}”`;
}

function isImperative(word: string): boolean {
  if (word === '' || otherSubjects.has(word) || thirdPersons.has(word)) return false;
  return imperatives.has(word) || !/(?:ed|ing)$/.test(word);
}

function thirdPerson(verb: string): string {
  if (/(?:s|x|sh|ch)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Prints the subjects that break a rule. Returns true if there are none. */
export function checkSubjects([range]: readonly string[]): boolean {
  const selection = range === undefined ? ['-n', '150'] : [range];
  // `--` prevents git from reading the range as a path.
  const parameters = ['log', '--no-show-signature', '--format=%h %s', ...selection, '--'];
  const output = execFileSync('git', parameters, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
  const commits = output.split('\n').filter((line) => line !== '');
  const problems = commits.flatMap((line) => {
    const problem = subjectProblem(line.slice(line.indexOf(' ') + 1));
    return problem === null ? [] : [`${line}\n  ${problem}`];
  });
  process.stdout.write([...problems, `${commits.length} subjects, ${problems.length} wrong`, ''].join('\n'));
  return problems.length === 0;
}
