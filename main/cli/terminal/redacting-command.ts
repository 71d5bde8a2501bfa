import { Command, type ErrorOptions } from 'commander';
import { Redactor } from '../../base/log/redact.ts';
import { cliErrors } from '../errors.ts';

const secretName = /(?<!by)pass|pwd|secret|token|credential|key$|^-p$/i;

/**
 * Command whose error messages contain no possible secrets: values of unknown options, excess arguments, and
 * passwords in addresses. Applies to subcommands too.
 */
export class RedactingCommand extends Command {
  override createCommand(name?: string): Command {
    return new RedactingCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    if (options?.code === 'commander.unknownOption') {
      const [, name = ''] = /'(--[^=]*|-.)/.exec(message) ?? [];
      if (secretName.test(name)) {
        const instead =
          'Set an environment variable such as SLIPWAY_PASSWORD instead; the README lists them.';
        throw cliErrors.secretArgument({ option: name.replace(/'.*/s, ''), instead });
      }
      const withoutValue = message
        .replace(/^([^']*'--[^=]*)=.*'/s, "$1'")
        .replace(/^([^']*'-[^-]).*'/s, "$1'");
      return super.error(withoutValue, options);
    }
    if (options?.code === 'commander.excessArguments') {
      const expected = this.registeredArguments.length;
      const text = `error: too many arguments for '${this.name()}': expected ${expected}, but got ${this.args.length}.`;
      return super.error(text, options);
    }
    return super.error(new Redactor().text(message), options);
  }
}
