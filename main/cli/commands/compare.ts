import { byteSizeText } from '../../messages/byte-size.ts';
import { type BuildPart, type Change, compareBuilds, type ListChange } from '../../packages/compare.ts';
import { displayVersion, type PackageInfo } from '../../packages/package-info.ts';
import { cliErrors } from '../errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { matchingPaths, resolvePath } from '../resolve-path.ts';
import type { Context } from '../run/context.ts';
import { plainText } from '../terminal/format.ts';
import { packageObject } from './package-object.ts';

/** Prints the changes since an earlier build. Returns 1 if the file grew by more than `maxGrowth` percent. */
export async function compare(
  { terminal }: Context,
  names: readonly string[],
  against: string | undefined,
  maxGrowth: number | undefined,
): Promise<ExitCode> {
  if (against === undefined) {
    throw cliErrors.badOption({ problem: '--max-growth needs --against with the earlier build.' });
  }
  const [path, ...others] = (await Promise.all(names.map(matchingPaths))).flat();
  if (path === undefined || others.length > 0) {
    throw cliErrors.badOption({ problem: '--against compares one build. Name only one file.' });
  }
  const { before, now, ...changes } = await compareBuilds(resolvePath(path), resolvePath(against));
  const growth = (100 * (changes.size.now - changes.size.before)) / changes.size.before;
  const isTooLarge = maxGrowth !== undefined && growth > maxGrowth;
  const facts = changedFacts(before, now);
  terminal.show([
    plainText(`${path}, compared with ${against}`),
    line('size', sizeChange(changes.size)),
    ...changes.parts.map(({ part, ...size }) => line(partNames[part], sizeChange(size))),
    ...facts.map((fact) => line(fact.name, `${fact.now ?? 'none'}, was ${fact.before ?? 'none'}`)),
    ...lists.flatMap(([name, key]) => listLines(name, changes[key])),
  ]);
  if (isTooLarge) {
    const grown = percentText(growth).slice(1);
    terminal.note(plainText(`slipway: ${path} has grown by ${grown}, more than ${maxGrowth} %.`));
  }
  const result = { ...changes, growthPercent: growth, maxGrowthPercent: maxGrowth ?? null, isTooLarge };
  terminal.result({
    file: path,
    error: null,
    ...packageObject(now),
    comparison: { against, before: packageObject(before), ...result },
  });
  return isTooLarge ? exitCodes.failed : exitCodes.done;
}

const partNames: Readonly<Record<BuildPart, string>> = {
  code: 'code',
  native: 'native code',
  frameworks: 'frameworks',
  extensions: 'extensions',
  resources: 'resources',
  assets: 'assets',
  other: 'other',
};

const lists = [
  ['permissions', 'permissions'],
  ['entitlements', 'entitlements'],
  ['certificates', 'certificates'],
  ['native code', 'abis'],
  ['libraries', 'libraries'],
] as const;

type ChangedFact = Change<string | null> & { readonly name: string };

function changedFacts(before: PackageInfo, now: PackageInfo): readonly ChangedFact[] {
  const facts = [
    ['id', (info: PackageInfo) => info.id],
    ['platform', (info: PackageInfo) => info.platform],
    ['version', displayVersion],
    ['minimum OS', (info: PackageInfo) => info.minOs],
    ['target OS', (info: PackageInfo) => info.targetOs],
    ['debuggable', (info: PackageInfo) => (info.debuggable ? 'yes' : 'no')],
    ['profile', (info: PackageInfo) => info.profileName ?? null],
    ['team', (info: PackageInfo) => info.profileTeam ?? null],
  ] as const;
  return facts
    .map(([name, of]) => ({ name, before: of(before), now: of(now) }))
    .filter((fact) => fact.before !== fact.now);
}

function sizeChange({ before, now }: Change<number>): string {
  if (before === now) return `${byteSizeText(now)}, unchanged`;
  const growth = before === 0 ? 'new' : percentText((100 * (now - before)) / before);
  return `${byteSizeText(now)}, was ${byteSizeText(before)} (${growth})`;
}

/** Returns `+3.4 %`, and `+0.1 %` for a smaller change, so that none is shown as zero. */
function percentText(percent: number): string {
  const text = Math.max(0.1, Math.abs(percent)).toFixed(1);
  return `${percent > 0 ? '+' : '-'}${text} %`;
}

const maxListed = 20;

function listLines(name: string, { added, removed }: ListChange): readonly string[] {
  const items = [...added.map((item) => `+ ${item}`), ...removed.map((item) => `- ${item}`)];
  const more = items.length > maxListed ? [`and ${items.length - maxListed} more; --json lists all`] : [];
  return [...items.slice(0, maxListed), ...more].map((item, index) => line(index === 0 ? name : '', item));
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(14)}${plainText(text)}`;
}
