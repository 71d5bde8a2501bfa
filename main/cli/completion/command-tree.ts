import { type Command, Help } from 'commander';
import { helpTopics } from '../help-topics.ts';

type Named = { readonly name: string; readonly description: string };

export type CompletedOption = Named & { readonly takesValue: boolean; readonly choices: readonly string[] };

export type CompletedCommand = {
  /** Words of the command, each after a space: `''` for the program, ` queue list` for a subcommand. */
  readonly path: string;
  readonly commands: readonly Named[];
  readonly options: readonly CompletedOption[];
};

export function completedCommands(program: Command): readonly CompletedCommand[] {
  // The `Help` of the program itself hides the connection options.
  const help = Object.assign(new Help(), { showGlobalOptions: true });
  const collect = (command: Command, path: string): readonly CompletedCommand[] => {
    const below = help.visibleCommands(command);
    const commands = below.map((one) => ({ name: one.name(), description: help.subcommandDescription(one) }));
    const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map(
      (option) => ({
        name: option.long ?? option.short ?? '',
        description: help.optionDescription(option),
        takesValue: option.required || option.optional,
        choices: option.argChoices ?? [],
      }),
    );
    const others = below.filter((one) => one.name() !== 'help');
    return [{ path, commands, options }, ...others.flatMap((one) => collect(one, `${path} ${one.name()}`))];
  };
  const all = collect(program, '');
  return [...all, { path: ' help', commands: [...(all[0]?.commands ?? []), ...topics], options: [] }];
}

const topics = Object.entries(helpTopics).map(([name, description]) => ({ name, description }));

/** Returns the choices of each option that accepts a value; empty if any value is valid. */
export function valuesOf(commands: readonly CompletedCommand[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const { name, takesValue, choices } of commands.flatMap(({ options }) => options)) {
    if (takesValue) values.set(name, [...new Set([...(values.get(name) ?? []), ...choices])]);
  }
  return values;
}
