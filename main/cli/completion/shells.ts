/** Completion scripts for commands, options and choices. For other arguments, shells complete file names. */
import { type CompletedCommand, valuesOf } from './command-tree.ts';

export const shells = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const satisfies Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>>;

export type Shell = keyof typeof shells;

const inPosix = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const inFish = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
/** Also doubles curly quotes, which PowerShell treats as straight quotes. */
const inPowershell = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

const pathsOf = (commands: readonly CompletedCommand[], quoted: typeof inPosix, between: string): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(between);

/** Returns `case` branches of bash and zsh that complete option values. */
function valueCases(
  commands: readonly CompletedCommand[],
  choose: (choices: string) => string,
  files: string,
): string {
  const values = [...valuesOf(commands)];
  const chosen = values.filter(([, choices]) => choices.length > 0);
  const free = values.filter(([, choices]) => choices.length === 0).map(([name]) => name);
  return [
    ...chosen.map(([name, choices]) => `    ${name}) ${choose(choices.map(inPosix).join(' '))}; return ;;`),
    `    ${free.join('|')}) ${files}return ;;`,
  ].join('\n');
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const wordCases = (words: (command: CompletedCommand) => readonly { readonly name: string }[]): string =>
    commands
      .filter((command) => words(command).length > 0)
      .map(
        (command) =>
          `        ${inPosix(command.path)}) words=${inPosix(
            words(command)
              .map(({ name }) => name)
              .join(' '),
          )} ;;`,
      )
      .join('\n');
  return `# bash completion of slipway
_slipway() {
  local at='' words='' i
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  if [[ "$current" == '=' ]]; then current=''
  elif [[ "$previous" == '=' ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${pathsOf(commands, inPosix, '|')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$previous" in
${valueCases(commands, (choices) => `COMPREPLY=($(compgen -W "${choices.replaceAll("'", '')}" -- "$current"))`, '')}
  esac
  case "$current" in
    -*)
      case "$at" in
${wordCases(({ options }) => options)}
      esac ;;
    *)
      case "$at" in
${wordCases(({ commands: below }) => below)}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _slipway slipway
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const entryCases = (
    words: (command: CompletedCommand) => readonly { readonly name: string; readonly description: string }[],
  ): string =>
    commands
      .filter((command) => words(command).length > 0)
      .map((command) => {
        const entries = words(command).map(({ name, description }) => inPosix(`${name}:${description}`));
        return `      ${inPosix(command.path)}) entries=(${entries.join(' ')}) ;;`;
      })
      .join('\n');
  return `#compdef slipway
# zsh completion of slipway
_slipway() {
  local at='' word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathsOf(commands, inPosix, '|')}) at="$at $word" ;;
    esac
  done
  case "$words[CURRENT-1]" in
${valueCases(commands, (choices) => `compadd -- ${choices}`, '_files; ')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then
    case "$at" in
${entryCases(({ options }) => options)}
    esac
    _describe -o option entries
  else
    case "$at" in
${entryCases(({ commands: below }) => below)}
    esac
    if (( $#entries )); then _describe command entries; else _files; fi
  fi
}
if [[ "$funcstack[1]" == _slipway ]]; then _slipway "$@"; else compdef _slipway slipway; fi
`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, commands: below, options }) => {
    const here = `complete -c slipway -n ${inFish(`__slipway_at ${inFish(path)}`)}`;
    return [
      ...below.map(({ name, description }) => `${here} -f -a ${name} -d ${inFish(description)}`),
      ...options.map(({ name, description, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${inFish(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `${here} -l ${name.slice(2)}${value} -d ${inFish(description)}`;
      }),
    ];
  });
  return `# fish completion of slipway
function __slipway_at
    set -l at ''
    for word in (commandline -opc)
        switch "$at $word"
            case ${pathsOf(commands, inFish, ' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function powershellScript(commands: readonly CompletedCommand[]): string {
  const table = (
    words: (command: CompletedCommand) => readonly { readonly name: string; readonly description: string }[],
  ): string =>
    commands
      .map((command) => {
        const entries = words(command).map(({ name, description }) => inPowershell(`${name}|${description}`));
        return `    ${inPowershell(command.path)} = @(${entries.join(', ')})`;
      })
      .join('\n');
  const values = [...valuesOf(commands)].map(
    ([name, choices]) => `    ${inPowershell(name)} = @(${choices.map(inPowershell).join(', ')})`,
  );
  return `# PowerShell completion of slipway
Register-ArgumentCompleter -Native -CommandName slipway -ScriptBlock {
  param($word, $ast, $position)
  $commands = @{
${table(({ commands: below }) => below)}
  }
  $options = @{
${table(({ options }) => options)}
  }
  $values = @{
${values.join('\n')}
  }
  $at = ''
  $before = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })
  foreach ($one in $before) { if ($options.ContainsKey("$at $one")) { $at = "$at $one" } }
  $previous = if ($before.Count -gt 0) { $before[-1] } else { '' }
  $found = if ($values.ContainsKey($previous)) { $values[$previous] } elseif ($word.StartsWith('-')) { $options[$at] } else { $commands[$at] }
  foreach ($one in $found) {
    $name, $text = $one -split '\\|', 2
    if ($name.StartsWith($word)) {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $(if ($text) { $text } else { $name }))
    }
  }
}
`;
}
