/** A Ceph cluster with one monitor, one object store and an S3 gateway. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../fakes/free-port.ts';
import { endDaemon, run, startDaemon, untilAnswered } from './daemon.ts';
import { type Gateway, makeBucket } from './gateway.ts';

const keys = { accessKeyId: 'slipway', secretAccessKey: 'slipwaysecret' };

export async function startCeph(folder: string): Promise<Gateway> {
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log'])
    await mkdir(join(folder, name), { recursive: true });
  const [monitorPort, gatewayPort, fsid] = [await freePort(), await freePort(), randomUUID()];
  const file = join(folder, 'ceph.conf');
  await writeFile(file, configuration(folder, fsid, monitorPort, gatewayPort));
  await writeFile(join(folder, 'keyring'), '');
  const log = (name: string): string => join(folder, 'log', `${name}.out`);
  const inFront = (command: string, ...words: string[]): ChildProcess =>
    startDaemon(command, ['-c', file, '-f', ...words], log(command));

  const map = join(folder, 'monmap');
  const address = `[v2:127.0.0.1:${monitorPort}/0]`;
  await run('monmaptool', '--create', '--clobber', '--fsid', fsid, '--addv', 'a', address, map);
  await run('ceph-mon', '-c', file, '--mkfs', '-i', 'a', '--monmap', map);
  const monitor = inFront('ceph-mon', '-i', 'a');
  const id = randomUUID();
  await run('ceph', '-c', file, 'osd', 'new', id, '0');
  await run('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', id);
  const store = inFront('ceph-osd', '-i', '0');
  const user = ['--uid=slipway', '--display-name=Slipway', '--access-key=slipway'];
  await run('radosgw-admin', '-c', file, 'user', 'create', ...user, `--secret-key=${keys.secretAccessKey}`);

  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  const startGateway = async (): Promise<ChildProcess> => {
    const started = inFront('radosgw', '-n', 'client.admin');
    await untilAnswered(endpoint, started);
    return started;
  };
  let gateway = await startGateway();
  const settings = { endpoint, region: 'us-east-1', bucket: 'builds', pathStyle: true, ...keys };
  await makeBucket(settings);
  return {
    name: 'Ceph',
    settings,
    stop: () => endDaemon(gateway, 'SIGKILL'),
    start: async () => {
      gateway = await startGateway();
    },
    end: async () => {
      await endDaemon(gateway, 'SIGKILL');
      await endDaemon(store);
      await endDaemon(monitor);
    },
  };
}

/** Authentication is disabled. Without `ms_mon_client_mode`, the gateway would then hang without an error. */
const configuration = (folder: string, fsid: string, monitor: number, gateway: number): string => `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${monitor}/0]
ms_bind_ipv4 = true
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
auth_allow_insecure_global_id_reclaim = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
mon_data = ${folder}/mon
mon_data_avail_crit = 1
mon_data_avail_warn = 1
osd_data = ${folder}/osd
osd_objectstore = bluestore
bluestore_block_size = 16106127360
osd_memory_target = 939524096
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.$pid.asok
pid_file = ${folder}/run/$name.pid
log_file = ${folder}/log/$name.log
keyring = ${folder}/keyring
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${gateway}
rgw_dns_name = 127.0.0.1
rgw_enable_usage_log = false
rgw_enable_ops_log = false
rgw_gc_obj_min_wait = 60
rgw_thread_pool_size = 64
rgw_run_sync_thread = false
`;
