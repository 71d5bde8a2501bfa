/** OpenStack Swift on one disk, with its S3 API. It is an S3 implementation independent of Ceph. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../fakes/free-port.ts';
import { endDaemon, run, startDaemon, untilAnswered } from './daemon.ts';
import { type Gateway, makeBucket } from './gateway.ts';

const keys = { accessKeyId: 'test:slipway', secretAccessKey: 'slipwaysecret' };

export async function startSwift(folder: string): Promise<Gateway> {
  for (const name of ['srv/d1', 'etc', 'log']) await mkdir(join(folder, name), { recursive: true });
  const etc = (name: string): string => join(folder, 'etc', name);
  const log = (name: string): string => join(folder, 'log', name);
  await writeFile(etc('swift.conf'), names);
  const children: ChildProcess[] = [];
  for (const kind of ['account', 'container', 'object']) {
    const [port, rings] = [await freePort(), etc(`${kind}.builder`)];
    await run('swift-ring-builder', rings, 'create', '4', '1', '1');
    await run('swift-ring-builder', rings, 'add', `r1z1-127.0.0.1:${port}/d1`, '1');
    await run('swift-ring-builder', rings, 'rebalance');
    await writeFile(etc(`${kind}-server.conf`), storageServer(folder, kind, port));
    children.push(startDaemon(`swift-${kind}-server`, [etc(`${kind}-server.conf`)], log(kind)));
  }
  const [cachePort, port] = [await freePort(), await freePort()];
  const cache = ['-u', 'root', '-l', '127.0.0.1', '-p', String(cachePort), '-m', '32'];
  children.push(startDaemon('memcached', cache, log('memcached')));
  await writeFile(etc('proxy-server.conf'), proxyServer(folder, port, cachePort));
  const startProxy = async (): Promise<ChildProcess> => {
    const started = startDaemon('swift-proxy-server', [etc('proxy-server.conf')], log('proxy'));
    await untilAnswered(`http://127.0.0.1:${port}/info`, started);
    return started;
  };
  let proxy = await startProxy();
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = { endpoint, region: 'us-east-1', bucket: 'builds', pathStyle: true, ...keys };
  await makeBucket(settings);
  return {
    name: 'Swift',
    settings,
    stop: () => endDaemon(proxy),
    start: async () => {
      proxy = await startProxy();
    },
    end: async () => {
      for (const child of [proxy, ...children]) await endDaemon(child);
    },
  };
}

const names = `[swift-hash]
swift_hash_path_suffix = slipway
swift_hash_path_prefix = slipway
[storage-policy:0]
name = one
default = yes
`;

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
swift_dir = ${folder}/etc
workers = 0
log_level = WARNING
`;

const storageServer = (folder: string, kind: string, port: number): string => `${common(folder, port)}
devices = ${folder}/srv
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[${kind}-replicator]
`;

const proxyServer = (folder: string, port: number, cachePort: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors proxy-logging cache s3api tempauth slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
s3_acl = no
check_bucket_owner = no
dns_compliant_bucket_names = yes
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_slipway = slipwaysecret .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
