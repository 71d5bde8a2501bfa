import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { Log } from '../../base/log/log.ts';
import { findProgram, powerShell, runProgram, windowsProgram } from '../../base/programs.ts';
import type { ConnectionSource } from './connection.ts';

export function systemConnection(log: Log): ConnectionSource {
  return {
    online: () => hasNetwork(Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])),
    metered: createMeteredCheck(process.platform, log),
  };
}

/** True if any address is neither internal nor link-local. */
export function hasNetwork(
  addresses: readonly Pick<NetworkInterfaceInfo, 'address' | 'internal'>[],
): boolean {
  return addresses.some(
    ({ address, internal }) => !internal && !/^(fe[89ab][0-9a-f]:|169\.254\.)/i.test(address),
  );
}

const timeoutMs = 10_000;

/** Returns a function that checks whether the network is metered; it returns null if unknown, as on macOS. */
export function createMeteredCheck(platform: NodeJS.Platform, log: Log): () => Promise<boolean | null> {
  const question = meteredQueries[platform];
  if (!question) return async () => null;
  return async () => {
    try {
      const program = question.program();
      if (program === null) return null;
      return question.read(await runProgram(program, question.args, { timeoutMs }));
    } catch (error) {
      log.debug('Could not detect whether the network is metered', { error });
      return null;
    }
  };
}

type MeteredQuery = {
  readonly program: () => string | null;
  readonly args: readonly string[];
  readonly read: (answer: string) => boolean | null;
};

const meteredQueries: Readonly<Partial<Record<NodeJS.Platform, MeteredQuery>>> = {
  linux: {
    program: () => findProgram('busctl'),
    args: [
      ...['--system', 'get-property', 'org.freedesktop.NetworkManager', '/org/freedesktop/NetworkManager'],
      ...['org.freedesktop.NetworkManager', 'Metered'],
    ],
    read: readNetworkManager,
  },
  win32: {
    program: () => windowsProgram(powerShell),
    args: [
      ...['-NoProfile', '-NonInteractive', '-Command'],
      '[void][Windows.Networking.Connectivity.NetworkInformation,Windows.Networking.Connectivity,ContentType=WindowsRuntime];' +
        '[Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType',
    ],
    read: readConnectionCost,
  },
};

/** Parses NMMetered as busctl prints it, such as `u 1`: 1 yes, 2 no, 3 probably yes, 4 probably no. */
export function readNetworkManager(answer: string): boolean | null {
  const [, number = ''] = /^\s*u\s+(\d+)\s*$/.exec(answer) ?? [];
  if (number === '1' || number === '3') return true;
  return number === '2' || number === '4' ? false : null;
}

/** Returns true if a Windows NetworkCostType is metered; null if unknown. */
export function readConnectionCost(answer: string): boolean | null {
  const name = answer.trim();
  if (name === 'Fixed' || name === 'Variable') return true;
  return name === 'Unrestricted' ? false : null;
}
