/**
 * Verifies that a Windows installer is signed by this application's publisher. If the check fails, the
 * installer counts as unsigned.
 */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { z } from 'zod';

const checkTimeoutMs = 20_000;

/** Passes the path in the environment, so that it cannot be parsed as a command. */
const script = `[Console]::OutputEncoding = [System.Text.Encoding]::UTF8
Get-AuthenticodeSignature -LiteralPath $env:SLIPWAY_UPDATE |
  Select-Object Path, @{n='Status';e={[int]$_.Status}}, @{n='Subject';e={$_.SignerCertificate.Subject}} |
  ConvertTo-Json -Compress`;

const answerSchema = z.object({ Path: z.string(), Status: z.number(), Subject: z.string().nullable() });

/** Check for electron-updater: null if signed by one of `publishers`, else the reason. */
export type CheckSignature = (publishers: readonly string[], file: string) => Promise<string | null>;

export function signatureCheck(program: string): CheckSignature {
  return async (publishers, file) => {
    const answer = await runPowerShell(program, file);
    if ('problem' in answer) return `the signature could not be checked (${answer.problem})`;
    const read = answerSchema.safeParse(jsonIn(answer.text));
    if (!read.success)
      return 'the signature could not be checked (the answer of PowerShell could not be read)';
    const { Path, Status, Subject } = read.data;
    if (win32.normalize(Path) !== win32.normalize(file)) return 'the signature of another file was checked';
    if (Status !== 0 || Subject === null) return `the installer has no valid signature (status ${Status})`;
    if (publishers.some((publisher) => isOf(publisher, Subject))) return null;
    return `the installer is signed by ${Subject}`;
  };
}

function runPowerShell(program: string, file: string): Promise<{ text: string } | { problem: string }> {
  const words = ['-NoProfile', '-NonInteractive', '-Command', script];
  // An inherited PSModulePath of PowerShell 7 breaks Windows PowerShell.
  const { PSModulePath: _, ...environment } = process.env;
  const env = { ...environment, SLIPWAY_UPDATE: file };
  return new Promise((resolve) => {
    execFile(
      program,
      words,
      { env, timeout: checkTimeoutMs, windowsHide: true },
      (error, text, complaint) => {
        if (error) resolve({ problem: error.message.split('\n', 1)[0] ?? '' });
        else if (complaint.trim() !== '') resolve({ problem: complaint.trim().split('\n', 1)[0] ?? '' });
        else resolve({ text });
      },
    );
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Compares common names, or requires that the subject has all attributes of a distinguished name. */
function isOf(publisher: string, subject: string): boolean {
  const [wanted, found] = [partsOf(publisher), partsOf(subject)];
  if (wanted.size === 0) return publisher !== '' && found.get('CN') === publisher;
  return [...wanted].every(([name, value]) => found.get(name) === value);
}

/** Parses a distinguished name: `CN=Ann, O="Example, Inc."`. */
function partsOf(name: string): ReadonlyMap<string, string> {
  const parts = name.matchAll(/(?:^|,\s*)([A-Za-z][A-Za-z0-9.]*)=("(?:[^"]|"")*"|[^,]*)/g);
  return new Map(
    [...parts].map(([, key = '', value = '']) => [
      key.toUpperCase(),
      value
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"')
        .trim(),
    ]),
  );
}
