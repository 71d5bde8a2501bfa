/** Everything main says, in French. */
import type { Catalogue } from '../translation.ts';
import { api } from './api.ts';
import { packages } from './package.ts';
import { phrases } from './phrases.ts';
import { push } from './push.ts';
import { check } from './push-check.ts';
import { device } from './push-device.ts';
import { mapping } from './push-mapping.ts';
import { service } from './service.ts';
import { core, settings } from './settings.ts';
import { base, bridge, database, file, hash, internal, lock, shell, web } from './system.ts';
import { uploads, watcher } from './uploads.ts';

export const fr: Catalogue = {
  errors: {
    api,
    base,
    bridge,
    core,
    database,
    file,
    hash,
    internal,
    lock,
    package: packages,
    push,
    service,
    settings,
    shell,
    uploads,
    watcher,
    web,
  },
  phrases,
  sentences: { check, device, mapping },
};
