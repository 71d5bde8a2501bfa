/** Writes ten thousand versions into the database, without files, because uploads would take minutes. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '../../main/base/database/database.ts';
import { serviceMigrations } from '../../main/service/storage/embedded/sqlite.ts';

export const manyVersions = 10_000;

/** Spreads versions `2.n.0` over applications with ids from 1. The last version is the newest. */
export function writeManyVersions(dataDir: string, applications: number): void {
  const database = openDatabase(join(dataDir, 'service.db'), serviceMigrations);
  database.transaction(() => {
    for (let number = 0; number < manyVersions; number += 1) {
      const application = 1 + (number % applications);
      database.run(
        'INSERT INTO applications (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        application,
        `Application ${application}`,
        1_700_000_000_000,
      );
      // The versions are ten minutes apart.
      writeVersion(database, application, number, 1_700_000_000_000 + number * 600_123);
    }
  });
  database.close();
}

function writeVersion(
  database: ReturnType<typeof openDatabase>,
  application: number,
  number: number,
  at: number,
): void {
  database.run(
    `INSERT INTO versions (application_id, link_token, release_note, uploaded_at, updated_at, kind, platform,
     package_id, version_name, build, min_os, file_name, file_size, sha256)
     VALUES (?, ?, ?, ?, ?, 'apk', 'android', ?, ?, ?, '26', ?, ?, ?)`,
    application,
    randomBytes(16).toString('base64url'),
    number % 3 === 0 ? `Repairs the start screen, step ${number}` : null,
    at,
    at + 61_234,
    `com.example.application${application}`,
    `2.${number}.0`,
    String(number),
    `application-${number}.apk`,
    40_000_000 + number,
    createHash('sha256').update(String(number)).digest('hex'),
  );
}
