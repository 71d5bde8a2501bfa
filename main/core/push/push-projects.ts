import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { CallArguments } from '../../../preload/contract.ts';
import { applyFix, undoFix } from '../../push/checks/check-workspace.ts';
import type { FileChange, RuleReport } from '../../push/checks/findings.ts';
import { pushErrors } from '../../push/errors.ts';
import { mappingPathIn } from '../../push/mapping/mapping-file.ts';
import { readMessage } from '../../push/sending/message.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { ProjectView, RuleView } from '../views/push.ts';
import { checkProject } from './push.ts';

export type PushProjects = {
  /** Returns the folders of recently checked projects, newest first. */
  recent(): readonly string[];
  forget(of: { readonly folder: string }): readonly string[];
  /** Throws `push/notFullPath`, `push/messageNotJson`, and errors of the folder and the build. */
  check(input: CallArguments<'push.project.check'>): Promise<ProjectView>;
  /** Applies a fix if it is still the one that was shown. Throws `push/fileModified`. */
  fix(shown: CallArguments<'push.project.fix'>): Promise<void>;
  /** Reverts the last fix. Throws `push/nothingToUndo`, `push/fileModified`. */
  undoFix(of: { readonly folder: string }): Promise<void>;
};

const maxRecent = 8;

export function createPushProjects(settings: SettingsStore): PushProjects {
  let last: { readonly folder: string; readonly change: FileChange } | null = null;
  const recent = (): readonly string[] => settings.get().pushProjects;
  const remember = (folders: readonly string[]): void => {
    if (JSON.stringify(folders) === JSON.stringify(recent())) return;
    settings.update((now) => ({ ...now, pushProjects: [...folders] }));
  };
  return {
    recent,
    forget: ({ folder }) => {
      remember(recent().filter((each) => each !== folder));
      return recent();
    },
    check: async ({ folder, build, message }) => {
      for (const path of [folder, build]) {
        if (path !== undefined && !isAbsolute(path)) throw pushErrors.notFullPath({ path });
      }
      const { rules, ...report } = await checkProject(folder, {
        buildPath: build,
        ...(message === undefined ? {} : { message: readMessage(message) }),
      });
      const { folder: root } = report;
      remember([root, ...recent().filter((each) => each !== root)].slice(0, maxRecent));
      return {
        ...report,
        mappingPath: mappingPathIn(root),
        rules: await Promise.all(rules.map((rule) => ruleView(root, rule))),
      };
    },
    fix: async ({ folder, rule, change: shown }) => {
      const { rules } = await checkProject(folder);
      const fix = rules.find((each) => each.rule === rule)?.fix;
      if (!fix || !isSameChange(fix.change, shown)) throw pushErrors.fileModified({ path: shown.file });
      await applyFix(folder, fix);
      last = { folder, change: fix.change };
    },
    undoFix: async ({ folder }) => {
      if (last?.folder !== folder) throw pushErrors.nothingToUndo({ path: folder });
      await undoFix(folder, last.change);
      last = null;
    },
  };
}

async function ruleView(root: string, { rule, verdict, findings, fix }: RuleReport): Promise<RuleView> {
  return {
    rule,
    verdict,
    findings: await Promise.all(
      findings.map(async (finding) => ({ ...finding, path: await pathOf(root, finding.file) })),
    ),
    fix: fix && { message: fix.title, change: fix.change },
  };
}

async function pathOf(root: string, file: string | null): Promise<string | null> {
  if (file === null) return null;
  const path = isAbsolute(file) ? file : join(root, ...file.split('/'));
  return (await exists(path)) ? path : null;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isSameChange(a: FileChange, b: FileChange): boolean {
  if (a.kind === 'rename') return b.kind === 'rename' && a.file === b.file && a.to === b.to;
  return b.kind === 'write' && a.file === b.file && a.before === b.before && a.after === b.after;
}
