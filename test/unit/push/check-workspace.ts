/** `checkWorkspace` with English texts. */
import type { Localised } from '../../../main/messages/localised.ts';
import {
  type DoctorOptions,
  checkWorkspace as mainCheckWorkspace,
} from '../../../main/push/checks/check-workspace.ts';
import type { RuleId, RuleReport } from '../../../main/push/checks/findings.ts';
import { withEnglishResult } from '../../english.ts';

export const checkWorkspace = withEnglishResult(mainCheckWorkspace);

export async function ruleOf(
  folder: string,
  rule: RuleId,
  options: DoctorOptions = {},
): Promise<Localised<RuleReport>> {
  const found = (await checkWorkspace(folder, options)).rules.find((one) => one.rule === rule);
  if (!found) throw new Error(`${rule} was not reported`);
  return found;
}
