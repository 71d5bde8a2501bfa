/** Detects network file systems, whose remote changes cause no file events. Pure. */

/** Magic numbers from `statfs(2)`, `linux/magic.h` and file systems outside the kernel. */
const linuxNetwork: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x013111a8, 'IBRIX'],
  [0x47504653, 'GPFS'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
  [0xbacbacbc, 'a folder of the host'],
  [0x786f4256, 'a folder of the host'],
  [0x7c7c6673, 'a folder of the host'],
]);
const linuxFuse = 0x65735546;
/** FUSE file systems with local storage; all others count as network. */
const localFuse =
  /^fuse(blk$|\.(ntfs|ntfs-3g|exfat|gocryptfs|encfs|cryfs|mergerfs|unionfs|bindfs|overlay|lxcfs)$)/;

/** `type` is from `statfs` and may be negative; `mountType` is from mountinfo, null if unknown. */
export function isLinuxNetwork(type: number, mountType: string | null): boolean {
  const magic = type >>> 0;
  if (magic === linuxFuse) return mountType === null || !localFuse.test(mountType);
  return linuxNetwork.has(magic);
}

/** Returns the type of the mount that contains a real, absolute path; null if unknown. */
export function mountTypeOf(mountinfo: string, path: string): string | null {
  let best: { readonly point: string; readonly type: string } | null = null;
  for (const line of mountinfo.split('\n')) {
    const [before, after] = line.split(' - ');
    const point = before?.split(' ')[4];
    const type = after?.split(' ')[0];
    if (!point || !type) continue;
    const plain = point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    if (isWithin(path, plain) && plain.length >= (best?.point.length ?? 0)) best = { point: plain, type };
  }
  return best?.type ?? null;
}

/** Types of network file systems in the output of `mount` on macOS. */
const macNetwork: ReadonlySet<string> = new Set([
  'smbfs',
  'nfs',
  'afpfs',
  'webdav',
  'ftp',
  'cifs',
  'macfuse',
  'osxfuse',
  'fuse-t',
  'sshfs',
  'acfs',
  'vmhgfs',
  'prl_fs',
  'virtiofs',
]);

/** `mounts` is the output of `mount`; `path` is real and absolute. */
export function isMacNetwork(mounts: string, path: string): boolean {
  let best: { readonly point: string; readonly type: string } | null = null;
  for (const line of mounts.split('\n')) {
    // `//ann@server/builds on /Volumes/builds (smbfs, nodev, nosuid, mounted by ann)`
    const [start, end] = [line.indexOf(' on /'), line.lastIndexOf(' (')];
    if (start < 0 || end < 0) continue;
    const point = line.slice(start + 4, end);
    const [type] = line.slice(end + 2).split(/[,)]/, 1);
    if (!point || !type || !isWithin(path, point)) continue;
    if (point.length >= (best?.point.length ?? 0)) best = { point, type: type.trim() };
  }
  return best !== null && macNetwork.has(best.type.toLowerCase());
}

function isWithin(path: string, point: string): boolean {
  return path === point || point === '/' || path.startsWith(`${point}/`);
}

/** Returns true for `\\server\share\…` and `\\?\UNC\server\share\…`, but not `\\?\C:\…` or `\\.\pipe\…`. */
export function isUncPath(path: string): boolean {
  const plain = path.replaceAll('/', '\\');
  if (/^\\\\[?.]\\/.test(plain)) return /^\\\\\?\\UNC\\[^\\]+\\[^\\]+/i.test(plain);
  return /^\\\\[^\\]+\\[^\\]+/.test(plain);
}

/** `listed` is the output of `net use`, in any language. `path` is on a drive; links are not resolved. */
export function isMappedDrive(listed: string, path: string): boolean {
  const drive = /^(?:\\\\\?\\)?([a-z]:)/i.exec(path)?.[1]?.toUpperCase();
  if (!drive) return false;
  return listed.split(/\r?\n/).some((line) => {
    const found = /(?:^|\s)([a-z]:)\s+\\\\[^\\\s]+\\/i.exec(line)?.[1];
    return found?.toUpperCase() === drive;
  });
}
