import type { BuildsUse } from '../../service-view.ts';
import type { Sql } from './sql.ts';

/** Builds with their owners. The owner of a hash's oldest record (`place` 1) is charged for the build. */
const buildsWithOwner = `
  SELECT area, id, name, size, row_number() OVER (PARTITION BY sha256 ORDER BY at, area, record) AS place FROM (
    SELECT 'testingdist' AS area, applications.id AS id, name, file_size AS size, sha256, uploaded_at AS at,
      versions.id AS record
    FROM versions JOIN applications ON applications.id = application_id
    UNION ALL
    SELECT 'appstore' AS area, store_profiles.id AS id, store_profiles.name AS name, file_size AS size, sha256,
      store_items.created_at AS at, store_items.id AS record
    FROM store_items JOIN store_profiles ON store_profiles.id = profile_id
  ) AS builds`;

export function usageIn(sql: Sql): Promise<readonly BuildsUse[]> {
  return sql.all<BuildsUse>(
    `SELECT area, id, name, count(*) AS builds, CAST(sum(CASE WHEN place = 1 THEN size ELSE 0 END) AS BIGINT) AS bytes
     FROM (${buildsWithOwner}) AS owned GROUP BY area, id, name ORDER BY bytes DESC, area DESC, id`,
  );
}
