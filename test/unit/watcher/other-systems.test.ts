/** Behaviour on Windows, macOS and network drives, as far as it can be tested on other systems. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowsWriting, pathsOpenForWriting } from '../../../main/watcher/completeness/open-files.ts';
import { verdictWithOpenState } from '../../../main/watcher/completeness/verify-build.ts';
import {
  defaultTraits,
  type FileTraits,
  identityOf,
  isBeingCopied,
  isDeviceName,
  otherCase,
  pathKey,
  withDriveRoot,
} from '../../../main/watcher/files/file-traits.ts';
import {
  isLinuxNetwork,
  isMacNetwork,
  isMappedDrive,
  isUncPath,
  mountTypeOf,
} from '../../../main/watcher/files/filesystems.ts';
import { buildKind, isIgnoredFolder } from '../../../main/watcher/files/names.ts';
import { probeOfError } from '../../../main/watcher/files/probe.ts';
import { watchedTestFolder } from './watched-folder.ts';

const failed = (code: string): Error => Object.assign(new Error(`${code}: not now`), { code });
const blocked = (reason: string) => ({ kind: 'blocked', reason });

describe('a failed probe', () => {
  test.each([
    ['win32', 'EBUSY', blocked('in-use')],
    ['win32', 'EPERM', blocked('in-use')],
    ['win32', 'EACCES', blocked('in-use')],
    ['win32', 'ETXTBSY', blocked('in-use')],
    ['win32', 'ENOENT', { kind: 'missing' }],
    ['win32', 'EUNKNOWN', blocked('unreadable')],
    ['darwin', 'EPERM', blocked('denied')],
    ['darwin', 'EBUSY', blocked('in-use')],
    ['linux', 'EACCES', blocked('denied')],
    ['linux', 'EPERM', blocked('denied')],
    ['linux', 'ENOTDIR', { kind: 'missing' }],
    ['linux', 'EIO', blocked('unreadable')],
    ['linux', 'ESTALE', blocked('unreadable')],
  ] as const)('is classified by platform and error code: %s, %s', (platform, code, expected) => {
    expect(probeOfError(failed(code), platform)).toEqual(expected);
    expect(probeOfError(new Error('around it', { cause: failed(code) }), platform)).toEqual(expected);
  });

  test('counts as unreadable without an error code', () => {
    expect(probeOfError('odd', 'win32')).toEqual(blocked('unreadable'));
  });
});

describe('the identity of a file', () => {
  const [windows, mac, linux] = [defaultTraits('win32'), defaultTraits('darwin'), defaultTraits('linux')];
  const same = (a: string, b: string, traits: FileTraits): boolean =>
    pathKey(a, traits) === pathKey(b, traits);

  test('ignores case on Windows and macOS, but not on Linux', () => {
    const [lower, upper] = ['C:\\builds\\app.apk', 'c:\\Builds\\APP.APK'];
    expect(same(lower, upper, windows)).toBe(true);
    expect(same('/Users/ann/App.ipa', '/users/ann/app.IPA', mac)).toBe(true);
    expect(same('/home/ann/App.ipa', '/home/ann/app.ipa', linux)).toBe(false);
  });

  test('uses the case sensitivity detected on the disk', () => {
    expect(same('/Volumes/Work/App.ipa', '/Volumes/Work/app.ipa', { ...mac, ignoresCase: false })).toBe(
      false,
    );
    expect(same('/mnt/usb/App.ipa', '/mnt/usb/app.ipa', { ...linux, ignoresCase: true })).toBe(true);
  });

  test('ignores Unicode normalisation only on macOS', () => {
    const name = '/builds/Über Café.ipa';
    expect(same(name.normalize('NFC'), name.normalize('NFD'), mac)).toBe(true);
    expect(same(name.normalize('NFC'), name.normalize('NFD'), windows)).toBe(false);
    expect(same(name.normalize('NFC'), name.normalize('NFD'), linux)).toBe(false);
  });

  test('ignores the long-path prefix on Windows', () => {
    const long = `C:\\${'folder\\'.repeat(60)}app.apk`;
    expect(long.length).toBeGreaterThan(260);
    expect(same(`\\\\?\\${long}`, long, windows)).toBe(true);
    expect(same('\\\\?\\UNC\\server\\share\\app.apk', '\\\\server\\share\\app.apk', windows)).toBe(true);
    expect(same('\\\\?\\Volume{1}\\app.apk', 'Volume{1}\\app.apk', windows)).toBe(false);
  });

  test('is the path on Linux, and pathKey is idempotent on macOS', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(windows, mac, linux), (path, traits) => {
        const key = pathKey(path, traits);
        if (traits.platform === 'linux') expect(key).toBe(path);
        if (traits.platform === 'darwin')
          expect(pathKey(key, traits)).toBe(key.normalize('NFC').toLowerCase());
      }),
    );
  });

  test('includes the inode only if it is stable', () => {
    expect(identityOf({ dev: 5, ino: 7 }, { stableInodes: true })).toBe('5:7');
    expect(identityOf({ dev: 5, ino: 0 }, { stableInodes: true })).toBe('');
    expect(identityOf({ dev: 5, ino: 7 }, { stableInodes: false })).toBe('');
  });
});

test('otherCase changes the letter case of a name', () => {
  expect([otherCase('Builds'), otherCase('BUILDS'), otherCase('123'), otherCase('')]).toEqual([
    'BUILDS',
    'builds',
    null,
    null,
  ]);
});

describe('a Windows path', () => {
  test('matches an unfinished build in any letter case', async () => {
    const { run } = await watchedTestFolder();
    const { watcher } = run({ platform: 'win32' });
    const file = { path: 'C:\\Builds\\App.apk', size: 7, mtimeMs: 5 };
    watcher.acknowledge({ ...file, folderId: 'folder', fingerprint: null, appearedAt: 0, finishedAt: 0 });
    expect(watcher.uncompleted('folder')).toEqual([file]);
    watcher.complete('folder', { ...file, path: 'c:\\builds\\app.APK' });
    expect(watcher.uncompleted('folder')).toEqual([]);
  });

  test.each([
    ['\\\\server\\share', true],
    ['\\\\server\\share\\builds', true],
    ['//server/share/builds', true],
    ['\\\\?\\UNC\\server\\share\\builds', true],
    ['\\\\?\\unc\\server\\share', true],
    ['\\\\192.168.1.4\\c$\\builds', true],
    ['\\\\wsl$\\Debian\\home', true],
    ['\\\\?\\C:\\builds', false],
    ['\\\\.\\pipe\\slipway', false],
    ['C:\\builds', false],
    ['C:', false],
    ['\\builds', false],
    ['\\\\server', false],
    ['', false],
  ])('%s is on a network share: %s', (path, remote) => {
    expect(isUncPath(path)).toBe(remote);
  });

  const netUse = [
    'New connections will be remembered.',
    '',
    'Status       Local     Remote                    Network',
    '',
    '-------------------------------------------------------------------------------',
    'OK           Z:        \\\\nas\\builds              Microsoft Windows Network',
    'Getrennt     y:        \\\\nas.example.org\\public files',
    '                                                Microsoft Windows Network',
    'OK                     \\\\nas\\IPC$                Microsoft Windows Network',
    'The command completed successfully.',
  ].join('\r\n');
  test.each([
    ['Z:\\out', true],
    ['z:\\', true],
    ['Y:', true],
    ['\\\\?\\Z:\\out', true],
    ['C:\\builds', false],
    ['\\\\nas\\builds', false],
  ])('%s is on a mapped drive: %s', (path, mapped) => {
    expect(isMappedDrive(netUse, path)).toBe(mapped);
  });

  test('expands a drive letter to the root of the drive', () => {
    expect(withDriveRoot('C:', 'win32')).toBe('C:\\');
    expect(withDriveRoot('\\\\?\\c:', 'win32')).toBe('\\\\?\\c:\\');
    expect(withDriveRoot('C:\\builds', 'win32')).toBe('C:\\builds');
    expect(withDriveRoot('c:', 'linux')).toBe('c:');
  });

  test.each(['NUL.apk', 'con.ipa', 'Com1.apk', 'lpt9.release.apk', 'COM¹.apk', 'aux'])(
    '%s is a device name',
    (name) => {
      expect(isDeviceName(name, 'win32')).toBe(true);
      expect(isDeviceName(name, 'linux')).toBe(false);
    },
  );

  test.each(['null.apk', 'console.ipa', 'com10.apk', 'my.nul.apk'])('%s is not a device name', (name) => {
    expect(isDeviceName(name, 'win32')).toBe(false);
  });
});

describe('macOS', () => {
  test('marks a Finder copy in progress by its creation date', () => {
    const finder = Date.UTC(1984, 0, 24, 8);
    expect(isBeingCopied(finder, 'darwin')).toBe(true);
    expect(isBeingCopied(Date.UTC(1946, 1, 14, 8, 34, 56), 'darwin')).toBe(true);
    expect(isBeingCopied(finder, 'linux')).toBe(false);
    expect(isBeingCopied(Date.UTC(2026, 0, 24, 8), 'darwin')).toBe(false);
    expect(isBeingCopied(0, 'darwin')).toBe(false);
  });

  test.each([
    ...['._app.ipa', '.DS_Store', '.app.ipa.sb-1a2b3c4d-Xy12Ab', 'app.ipa.sb-1a2b3c4d-Xy12Ab'],
    ...['.app.ipa.icloud', '.com.apple.timemachine.supported', 'app.ipa.download'],
  ])('%s is not a build', (name) => {
    expect(buildKind(name)).toBeNull();
  });

  test.each([
    '.TemporaryItems',
    '.Trashes',
    'app.ipa.sb-1a2b3c4d-Xy12Ab',
    '(A Document Being Saved By Xcode)',
    '(A Document Being Saved By Finder 2)',
    'MyApp.xcarchive',
  ])('%s is ignored', (name) => {
    expect(isIgnoredFolder(name)).toBe(true);
  });

  const mounts = [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    'devfs on /dev (devfs, local, nobrowse)',
    '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)',
    'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
    '//ann@nas._smb._tcp.local/builds on /Volumes/builds (smbfs, nodev, nosuid, mounted by ann)',
    'nas:/export/our builds (old) on /Volumes/our builds (old) (nfs, nodev, nosuid, mounted by ann)',
    'ann@host:/srv on /Users/ann/remote (macfuse, nodev, nosuid, synchronous, mounted by ann)',
    '/dev/disk5s1 on /Volumes/builds/inner (apfs, local, nodev, nosuid, journaled)',
  ].join('\n');
  test.each([
    ['/Volumes/builds', true],
    ['/Volumes/builds/app', true],
    ['/Volumes/builds2', false],
    ['/Volumes/our builds (old)/x', true],
    ['/Users/ann/remote/x', true],
    ['/Users/ann', false],
    ['/Volumes/builds/inner/x', false],
    ['/', false],
  ])('%s is on a network mount: %s', (path, remote) => {
    expect(isMacNetwork(mounts, path)).toBe(remote);
  });
});

describe('Linux', () => {
  test.each([
    ['NFS', 0x6969, null, true],
    ['SMB', 0xff534d42, null, true],
    ['SMB, as a signed number', 0xff534d42 | 0, null, true],
    ['SMB 2', 0xfe534d42, null, true],
    ['9p', 0x01021997, null, true],
    ['AFS', 0x5346414f, null, true],
    ['a folder shared by VirtualBox', 0x786f4256, null, true],
    ['sshfs', 0x65735546, 'fuse.sshfs', true],
    ['FUSE of an unknown kind', 0x65735546, null, true],
    ['NTFS through FUSE', 0x65735546, 'fuseblk', false],
    ['an encrypted folder', 0x65735546, 'fuse.gocryptfs', false],
    ['ext4', 0xef53, 'ext4', false],
    ['btrfs', 0x9123683e, 'btrfs', false],
    ['tmpfs', 0x01021994, 'tmpfs', false],
    ['overlay', 0x794c7630, 'overlay', false],
  ] as const)('classifies %s as local or network', (_name, type, mountType, remote) => {
    expect(isLinuxNetwork(type, mountType)).toBe(remote);
  });

  test('uses the type of the nearest mount above a path', () => {
    const mountinfo = [
      '22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw',
      '90 22 0:45 / /home/ann/remote rw,nosuid shared:2 master:3 - fuse.sshfs ann@host:/ rw,user_id=0',
      '91 22 0:46 / /mnt/my\\040disk rw - fuseblk /dev/sdb1 rw',
      'not a line',
    ].join('\n');
    expect(mountTypeOf(mountinfo, '/home/ann/remote/builds')).toBe('fuse.sshfs');
    expect(mountTypeOf(mountinfo, '/home/ann/remote2')).toBe('ext4');
    expect(mountTypeOf(mountinfo, '/mnt/my disk/x')).toBe('fuseblk');
    expect(mountTypeOf('', '/')).toBeNull();
  });

  test.each([
    ['flags:\t0100001\n', true],
    ['pos:\t0\nflags:\t0100002\nmnt_id:\t30\n', true],
    ['pos:\t0\nflags:\t02100000\n', false],
    ['pos:\t0\n', false],
    ['', false],
  ])('reports a file with %j as open for writing: %s', (fdinfo, writing) => {
    expect(allowsWriting(fdinfo)).toBe(writing);
  });
});

test('lsof output lists the files that other processes write', () => {
  const lines = ['p7', 'f3', 'aw', 'n/b/own.apk', 'p8', 'f4', 'ar', 'n/b/read.apk', 'f5', 'au', 'n/b/a.apk'];
  expect(pathsOpenForWriting([...lines, 'p9', 'fcwd', 'n/b', ''].join('\n'), 7)).toEqual(['/b/a.apk']);
});

describe('a complete build that replaced a build of the same size', () => {
  test.each([
    ['is open', true, 5_000, { complete: false, reason: 'open' }],
    ['is not open', false, 300, { complete: true }],
    ['may be open and just changed', null, 2_999, { complete: false, reason: 'overwritten' }],
    ['may be open but is long unchanged', null, 3_000, { complete: true }],
  ] as const)('is accepted only if closed or long unchanged: it %s', (_case, open, unmovedMs, verdict) => {
    expect(verdictWithOpenState(open, { depth: 'overwritten', unmovedMs, stableForMs: 300 })).toEqual(
      verdict,
    );
  });
});
