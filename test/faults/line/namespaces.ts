/**
 * Network namespaces at both ends of a simulated link: `near` for Slipway and `far` for the service. VXLAN
 * devices send all packets to a program between them, so only `ip` must be installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const addresses = {
  near: '10.77.0.1',
  far: '10.77.0.2',
  near6: 'fd77::1',
  far6: 'fd77::2',
  /** Address of the devices as seen by the program between them. */
  devices: '10.99.0.1',
} as const;

const prefix = 'slipway-line';
const parts = ['near', 'far', 'between', 'under'] as const;
type Part = (typeof parts)[number];

export type Namespaces = {
  readonly name: (part: Part) => string;
  /** Returns the command prefix that runs a program in a namespace. */
  readonly within: (part: Part) => readonly string[];
  /** Runs `ip` in a namespace; throws if it fails. */
  readonly ip: (part: Part, words: string) => void;
  readonly remove: () => void;
};

/** Number of links that this process has created, for unique names. */
let made = 0;

/** Returns a sentence that names the missing requirement of simulated network links, or null. */
export function missingRequirement(): string | null {
  if (process.platform !== 'linux') return 'Packet lines need Linux.';
  if (process.getuid?.() !== 0) return 'Packet lines need root: they are made of network namespaces.';
  if (spawnSync('ip', ['-V']).status !== 0)
    return 'Packet lines need `ip` (Debian: apt-get install iproute2).';
  if (spawnSync('curl', ['--version']).status !== 0) return 'Packet lines need `curl` to compare with.';
  try {
    makeNamespaces('probe').remove();
    return null;
  } catch (error) {
    return `Packet lines cannot be made here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Removes namespaces of processes that ended without cleanup. */
export function removeLeftovers(): void {
  const listed = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout;
  for (const [name, pid = ''] of listed.matchAll(new RegExp(`^${prefix}-(\\d+)-\\S+`, 'gm'))) {
    if (existsSync(join('/proc', pid))) continue;
    spawnSync('ip', ['netns', 'del', name]);
    rmSync(join('/etc/netns', name), { recursive: true, force: true });
  }
}

/** Creates the namespaces of a simulated network link. `hosts` is written to /etc/hosts in `near`. */
export function makeNamespaces(label: string, hosts = ''): Namespaces {
  made += 1;
  const own = `${prefix}-${process.pid}-${made}-${label}`;
  const nameOf = (part: Part): string => `${own}-${part}`;
  const files = join('/etc/netns', nameOf('near'));
  const ip = (part: Part, words: string): void => run(['-n', nameOf(part), ...words.split(' ')]);
  const remove = (): void => {
    process.removeListener('exit', remove);
    for (const part of parts) {
      if (existsSync(join('/var/run/netns', nameOf(part)))) spawnSync('ip', ['netns', 'del', nameOf(part)]);
    }
    rmSync(files, { recursive: true, force: true });
    // Has no effect while other links have files in the folder.
    spawnSync('rmdir', ['--ignore-fail-on-non-empty', '/etc/netns']);
  };
  process.once('exit', remove);
  try {
    mkdirSync(files, { recursive: true });
    writeFileSync(join(files, 'hosts'), `127.0.0.1 localhost\n${hosts}\n`);
    writeFileSync(join(files, 'resolv.conf'), '');
    for (const part of parts) run(['netns', 'add', nameOf(part)]);
    ip('between', `link add devices type veth peer name between netns ${nameOf('under')}`);
    ip('between', 'link set devices mtu 2000 up');
    ip('between', 'addr add 10.99.0.2/30 dev devices');
    // Disables segmentation offload, so that packets have the same size as on a real network.
    ip('under', 'link set between mtu 2000 gso_max_segs 1');
    ip('under', 'link set between up');
    ip('under', `addr add ${addresses.devices}/30 dev between`);
    for (const side of ['near', 'far'] as const) makeSide(side, nameOf(side), ip);
    for (const side of ['near', 'far'] as const) introduce(side, ip);
    return { name: nameOf, within: (part) => ['ip', 'netns', 'exec', nameOf(part)], ip, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

type Ip = Namespaces['ip'];
const hardware = { near: '02:00:00:00:00:01', far: '02:00:00:00:00:02' } as const;
const networkNumbers = { near: 4001, far: 4002 } as const;
/** TCP congestion control, set explicitly so that results do not depend on this computer's settings. */
const control = 'congctl cubic';

function makeSide(side: 'near' | 'far', name: string, ip: Ip): void {
  const [number, here] = [networkNumbers[side], `local ${addresses.devices} remote 10.99.0.2`];
  ip('under', `link add ${side} type vxlan id ${number} ${here} dstport ${number} nolearning`);
  ip('under', `link set ${side} netns ${name}`);
  ip(side, 'link set lo up');
  ip(side, `link set ${side} address ${hardware[side]} mtu 1500`);
  ip(side, `link set ${side} up`);
  // Disables cached TCP metrics, so that a connection does not affect later ones.
  const setting = '/proc/sys/net/ipv4/tcp_no_metrics_save';
  run(['netns', 'exec', name, 'sh', '-c', `echo 1 > ${setting}`]);
  ip(side, `addr add ${addresses[side]}/24 dev ${side}`);
  ip(side, `addr add ${addresses[`${side}6`]}/64 dev ${side} nodad`);
  ip(side, `route replace 10.77.0.0/24 dev ${side} src ${addresses[side]} ${control}`);
  ip(side, `-6 route replace fd77::/64 dev ${side} ${control}`);
}

function introduce(side: 'near' | 'far', ip: Ip): void {
  const other = side === 'near' ? 'far' : 'near';
  ip(side, `neigh replace ${addresses[other]} lladdr ${hardware[other]} dev ${side} nud permanent`);
  ip(side, `neigh replace ${addresses[`${other}6`]} lladdr ${hardware[other]} dev ${side} nud permanent`);
  // Packets to other destinations are dropped in `far`.
  if (side === 'near') ip('near', `route add default via ${addresses.far} ${control}`);
}

function run(words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', [...words], { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`ip ${words.join(' ')}: ${(error?.message ?? stderr).trim()}`);
}
