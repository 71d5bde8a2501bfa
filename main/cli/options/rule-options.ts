/** Options for the rule of a watched folder. Results omit options that the user omitted. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FolderInput } from '../../settings/folder-rule.ts';
import { resolvePath } from '../resolve-path.ts';

type Rule = Required<FolderInput>;

/** `false` is the `--no-…` form of an option. */
export type FilterOptions = {
  readonly kind?: Rule['kinds'];
  readonly include?: string[] | false;
  readonly exclude?: string[] | false;
  readonly depth?: number | 'all';
  readonly existing?: Rule['existingBuilds'];
  readonly stableFor?: number;
};

/** An application given by name or package id. */
type NamedApplication = { readonly kind: 'named'; readonly name: string };

export type RuleOptions = FilterOptions & {
  readonly app?: Rule['application'] | NamedApplication;
  readonly confirm?: boolean;
  readonly onSuccess?: Rule['afterUpload'];
  readonly polling?: Rule['polling'];
};

export const defaultRule = {
  kinds: ['apk', 'ipa'],
  include: [],
  exclude: [],
  depth: null,
  application: { kind: 'found' },
  askFirst: false,
  existingBuilds: 'none',
  stableForMs: 300,
  afterUpload: { kind: 'leave' },
  polling: 'auto',
} satisfies Partial<Rule>;

/** `change`: also adds options that reset a setting. */
export function addRuleOptions(command: Command, change = false): Command {
  addFilterOptions(command, change);
  addApplicationOption(command);
  if (change) command.addOption(inGroup(new Option('--no-confirm', 'upload without confirmation')));
  return command
    .addOption(inGroup(new Option('--confirm', 'ask for confirmation before each upload')))
    .addOption(
      inGroup(
        new Option(
          '--on-success <what>',
          `action on the file after its upload: “leave”, “delete” or “move:FOLDER”${defaultText(change, defaultRule.afterUpload.kind)}`,
        ).argParser(parseAfterUpload),
      ),
    )
    .addOption(
      inGroup(
        new Option(
          '--polling [when]',
          `when to poll instead of using file events${defaultText(change, defaultRule.polling)}`,
        )
          .choices(['auto', 'always', 'never'])
          .preset('always'),
      ),
    );
}

export function addFilterOptions(command: Command, change = false): Command {
  const options = [
    new Option(
      '--kind <kind>',
      `kind of build, apk or ipa; may be repeated${defaultText(change, 'both')}`,
    ).argParser(collectKind),
    new Option(
      '--include <pattern>',
      'upload only matching builds, such as release/*.apk; may be repeated',
    ).argParser(collectText),
    new Option(
      '--exclude <pattern>',
      'exclude matching builds, such as *-unsigned*; may be repeated',
    ).argParser(collectText),
    new Option(
      '--depth <number>',
      `levels of subfolders to scan (0: only the folder itself), or “all”${defaultText(change, 'all')}`,
    ).argParser(parseDepth),
    new Option(
      '--existing <which>',
      `existing builds to upload when the folder is first watched (newest: one per app)${defaultText(change, defaultRule.existingBuilds)}`,
    ).choices(['none', 'newest', 'all']),
    new Option(
      '--stable-for <time>',
      `time without changes before a file counts as finished, such as 2s${defaultText(change, `${defaultRule.stableForMs}ms`)}`,
    ).argParser(parseDuration),
    ...(change
      ? [
          new Option('--no-include', 'remove all --include patterns'),
          new Option('--no-exclude', 'remove all --exclude patterns'),
        ]
      : []),
  ];
  for (const option of options) command.addOption(inGroup(option));
  return command;
}

export function addApplicationOption(command: Command): Command {
  return command.addOption(
    inGroup(
      new Option(
        '--app <which>',
        'target app: “found” (match package and name), “new”, or a name, package id or number',
      ).argParser(parseApplication),
    ),
  );
}

export function filterRule(options: FilterOptions): Partial<Rule> {
  return defined({
    kinds: options.kind,
    include: options.include === false ? [] : options.include,
    exclude: options.exclude === false ? [] : options.exclude,
    depth: options.depth === 'all' ? null : options.depth,
    existingBuilds: options.existing,
    stableForMs: options.stableFor,
  });
}

export function givenRule(options: RuleOptions): Partial<Rule> {
  const { app, confirm: askFirst, onSuccess: afterUpload, polling } = options;
  const application = app?.kind === 'named' ? undefined : app;
  return { ...filterRule(options), ...defined({ application, askFirst, afterUpload, polling }) };
}

function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> };
}

/** Returns an empty string if a rule is changed, because omitted options then keep their values. */
function defaultText(change: boolean, value: string): string {
  return change ? '' : ` (default: ${value})`;
}

function inGroup(option: Option): Option {
  return option.helpGroup('Rule:');
}

function collectText(value: string, before: string[] | false | undefined): string[] {
  return [...(before || []), value];
}

function collectKind(value: string, before: Rule['kinds'] | undefined): Rule['kinds'] {
  const kind = value === 'apk' || value === 'ipa' ? value : null;
  if (kind === null) throw new InvalidArgumentError('Expected apk or ipa.');
  return [...new Set<typeof kind>([...(before ?? []), kind])];
}

function parseDepth(value: string): number | 'all' {
  if (value === 'all') return value;
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 0, or “all”.');
  return Number(value);
}

function parseDuration(value: string): number {
  const [, number = '', unit = 'ms'] = /^(\d+(?:\.\d+)?)\s*(ms|s|min)?$/.exec(value.trim()) ?? [];
  if (number === '') throw new InvalidArgumentError('Expected a time such as 500ms, 2s or 1min.');
  return Math.round(Number(number) * { ms: 1, s: 1_000, min: 60_000 }[unit as 'ms' | 's' | 'min']);
}

function parseApplication(value: string): Rule['application'] | NamedApplication {
  if (value === 'new' || value === 'found') return { kind: value };
  const id = Number(value);
  if (!/^\d+$/.test(value) && value.trim() !== '') return { kind: 'named', name: value.trim() };
  if (id < 1 || id > 2_147_483_647) {
    throw new InvalidArgumentError('Expected “new”, “found” or an app listed by “slipway apps”.');
  }
  return { kind: 'chosen', id };
}

function parseAfterUpload(value: string): Rule['afterUpload'] {
  if (value === 'leave' || value === 'delete') return { kind: value };
  const [, folder = ''] = /^move:(.+)$/.exec(value) ?? [];
  if (folder === '') throw new InvalidArgumentError('Expected leave, delete or move:FOLDER.');
  return { kind: 'move', folder: resolvePath(folder) };
}
