import type { Sql } from './sql.ts';

/** Parts of the schema in which SQLite and PostgreSQL differ. */
export type SchemaDialect = {
  /** Type and constraint of a generated id column. */
  readonly id: string;
  /** Type for times, sizes and other integers over 32 bits. */
  readonly bigint: string;
  readonly bytes: string;
  /** Options at the end of CREATE TABLE. */
  readonly tableOptions: string;
  /** Options for tables that are read by primary key. */
  readonly keyedTableOptions: string;
  /** Extra column that numbers mails in order, for databases without row ids. */
  readonly rowIdColumn: string;
  /** Expression for 16 random hexadecimal digits. */
  readonly randomId: string;
  /** Returns statements that update the row `area` of `list_tags` with every change of `tables`. */
  readonly listTagTriggers: (area: ListArea, tables: readonly ListedTable[]) => string;
};

export type ListArea = 'testing' | 'store';

/** `columns`: columns that the lists contain. Defaults to all. */
export type ListedTable = { readonly name: string; readonly columns?: string };

/** Tables from which the lists of each area are read. */
const listedTables: Readonly<Record<ListArea, readonly ListedTable[]>> = {
  testing: [
    { name: 'applications' },
    { name: 'versions' },
    { name: 'shares' },
    { name: 'downloads' },
    { name: 'members' },
    { name: 'teams' },
    { name: 'team_members' },
    { name: 'mails', columns: 'state, failure' },
  ],
  store: [{ name: 'store_profiles' }, { name: 'store_items' }],
};

/** Each `@name` is a placeholder for a dialect value. After the first release, change only by migrations. */
const tables = `
  CREATE TABLE users (
    id @id,
    user_name TEXT NOT NULL UNIQUE,
    name_key TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at @bigint NOT NULL
  )@tableOptions;

  CREATE TABLE clients (
    client_id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    created_at @bigint NOT NULL
  )@keyedTableOptions;

  CREATE TABLE tokens (
    token_hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    expires_at @bigint NOT NULL
  )@keyedTableOptions;
  CREATE INDEX tokens_user ON tokens (user_id);
  CREATE INDEX tokens_client ON tokens (client_id);
  CREATE INDEX tokens_end ON tokens (expires_at);

  CREATE TABLE sign_in_failures (
    key TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at @bigint NOT NULL
  )@keyedTableOptions;

  CREATE TABLE members (
    id @id,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    name TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    is_listed INTEGER NOT NULL DEFAULT 1,
    created_at @bigint NOT NULL
  )@tableOptions;

  CREATE TABLE teams (
    id @id,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    ungrouped INTEGER NOT NULL DEFAULT 0,
    created_at @bigint NOT NULL
  )@tableOptions;
  INSERT INTO teams (name, name_key, ungrouped, created_at) VALUES ('Ungrouped', 'ungrouped', 1, 0);

  CREATE TABLE team_members (
    team_id INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (team_id, member_id)
  )@keyedTableOptions;
  CREATE INDEX team_members_member ON team_members (member_id);

  CREATE TABLE devices (
    id @id,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    udid TEXT NOT NULL,
    product TEXT NOT NULL,
    system_version TEXT NOT NULL,
    registered_at @bigint NOT NULL,
    UNIQUE (member_id, udid)
  )@tableOptions;

  -- Challenges in profiles that request the identifier of a device.
  CREATE TABLE device_challenges (
    challenge_hash TEXT PRIMARY KEY,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    expires_at @bigint NOT NULL
  )@keyedTableOptions;
  CREATE INDEX device_challenges_member ON device_challenges (member_id, expires_at);

  CREATE TABLE applications (
    id @id,
    name TEXT NOT NULL,
    created_at @bigint NOT NULL
  )@tableOptions;

  CREATE TABLE versions (
    id @id,
    application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
    link_token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    platform TEXT NOT NULL,
    package_id TEXT NOT NULL,
    version_name TEXT,
    build TEXT,
    min_os TEXT,
    file_name TEXT NOT NULL,
    file_size @bigint NOT NULL,
    sha256 TEXT NOT NULL,
    install_facts TEXT,
    is_active INTEGER NOT NULL DEFAULT 0,
    release_note TEXT,
    release_note_html TEXT,
    last_send_at @bigint,
    uploaded_at @bigint NOT NULL,
    updated_at @bigint NOT NULL
  )@tableOptions;
  CREATE INDEX versions_application ON versions (application_id);
  CREATE INDEX versions_blob ON versions (sha256);
  CREATE INDEX versions_package ON versions (package_id, platform, uploaded_at);

  -- Members who declined mail about an application. A null application means all applications.
  CREATE TABLE unsubscriptions (
    id @id,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    application_id INTEGER REFERENCES applications (id) ON DELETE CASCADE,
    at @bigint NOT NULL
  )@tableOptions;
  CREATE UNIQUE INDEX unsubscriptions_member ON unsubscriptions (member_id, coalesce(application_id, 0));
  CREATE INDEX unsubscriptions_application ON unsubscriptions (application_id);

  -- Tokens of messages. They remain valid when the version is removed or the link to it is revoked.
  CREATE TABLE unsubscribe_links (
    token TEXT PRIMARY KEY,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE
  )@keyedTableOptions;
  CREATE INDEX unsubscribe_links_member ON unsubscribe_links (member_id);
  CREATE INDEX unsubscribe_links_application ON unsubscribe_links (application_id);

  CREATE TABLE shares (
    id @id,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    status INTEGER NOT NULL,
    last_share_at @bigint,
    UNIQUE (version_id, member_id)
  )@tableOptions;
  CREATE INDEX shares_member ON shares (member_id);

  CREATE TABLE share_links (
    token TEXT PRIMARY KEY,
    share_id INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE
  )@keyedTableOptions;
  CREATE INDEX share_links_share ON share_links (share_id);

  CREATE TABLE downloads (
    id @id,
    share_id INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    at @bigint NOT NULL,
    user_agent TEXT,
    count INTEGER NOT NULL DEFAULT 1
  )@tableOptions;
  CREATE INDEX downloads_share ON downloads (share_id);

  CREATE TABLE store_profiles (
    id @id,
    name TEXT NOT NULL,
    package_id TEXT NOT NULL,
    short_description TEXT,
    long_description TEXT,
    enabled INTEGER NOT NULL DEFAULT 1,
    static_user TEXT,
    static_password_hash TEXT,
    link_token TEXT NOT NULL UNIQUE,
    created_at @bigint NOT NULL,
    updated_at @bigint NOT NULL
  )@tableOptions;

  CREATE TABLE store_items (
    id @id,
    profile_id INTEGER NOT NULL REFERENCES store_profiles (id) ON DELETE CASCADE,
    order_id INTEGER NOT NULL,
    unique_id TEXT NOT NULL UNIQUE,
    link_token TEXT NOT NULL UNIQUE,
    icon_token TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    platform TEXT NOT NULL,
    package_id TEXT NOT NULL,
    version_name TEXT,
    build TEXT,
    min_os TEXT,
    file_name TEXT NOT NULL,
    file_size @bigint NOT NULL,
    sha256 TEXT NOT NULL,
    install_facts TEXT,
    enabled INTEGER NOT NULL DEFAULT 1,
    click_count INTEGER NOT NULL DEFAULT 0,
    created_at @bigint NOT NULL,
    updated_at @bigint NOT NULL
  )@tableOptions;
  CREATE INDEX store_items_profile ON store_items (profile_id);
  CREATE INDEX store_items_blob ON store_items (sha256);
  CREATE INDEX store_items_package ON store_items (package_id, platform, created_at);

  CREATE TABLE icons (sha256 TEXT PRIMARY KEY, type TEXT NOT NULL, bytes @bytes NOT NULL)@tableOptions;
  CREATE TABLE part_hashes (sha256 TEXT PRIMARY KEY, hashes TEXT NOT NULL)@tableOptions;
  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, object TEXT NOT NULL UNIQUE)@keyedTableOptions;
  CREATE TABLE leftovers (object TEXT PRIMARY KEY, since @bigint NOT NULL)@keyedTableOptions;
  CREATE TABLE requests (id @id, entry TEXT NOT NULL)@tableOptions;

  -- Resumable uploads. Each append or completion increments the lease, which invalidates earlier ones.
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    requester TEXT NOT NULL,
    target TEXT NOT NULL,
    target_id INTEGER NOT NULL,
    length @bigint NOT NULL,
    file_name TEXT NOT NULL,
    release_note TEXT,
    metadata TEXT,
    expires_at @bigint NOT NULL,
    lease INTEGER NOT NULL DEFAULT 0,
    completing_until @bigint NOT NULL DEFAULT 0,
    result TEXT
  )@keyedTableOptions;
  CREATE INDEX uploads_requester ON uploads (requester);
  CREATE INDEX uploads_end ON uploads (expires_at);

  -- Objects with the bytes of unfinished uploads. Pending parts belong to a request with a checksum.
  CREATE TABLE upload_parts (
    object TEXT PRIMARY KEY,
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    first_byte @bigint NOT NULL,
    size INTEGER NOT NULL,
    is_pending INTEGER NOT NULL
  )@keyedTableOptions;
  CREATE INDEX upload_parts_upload ON upload_parts (upload_id, first_byte);

  CREATE TABLE planned_sends (
    id @id,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    at @bigint NOT NULL,
    due_at @bigint NOT NULL,
    recipients TEXT NOT NULL,
    address TEXT,
    silent INTEGER NOT NULL DEFAULT 0,
    requester TEXT NOT NULL
  )@tableOptions;
  CREATE INDEX planned_sends_version ON planned_sends (version_id);

  CREATE TABLE mails (
    id TEXT PRIMARY KEY,@rowIdColumn
    version_id INTEGER REFERENCES versions (id) ON DELETE SET NULL,
    member_id INTEGER REFERENCES members (id) ON DELETE SET NULL,
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    install_link TEXT NOT NULL,
    raw @bytes,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at @bigint NOT NULL,
    next_at @bigint NOT NULL,
    failure TEXT,
    leased_until @bigint NOT NULL DEFAULT 0,
    lease INTEGER NOT NULL DEFAULT 0,
    requester TEXT NOT NULL
  )@tableOptions;
  CREATE INDEX mails_due ON mails (state, next_at);
  CREATE INDEX mails_version ON mails (version_id, member_id);
  CREATE INDEX mails_member ON mails (member_id);
  CREATE INDEX mails_requester ON mails (requester, state, next_at);
  CREATE INDEX mails_queued ON mails (queued_at);

  -- Rejects empty lists, which could be read as “no limit”.
  CREATE TABLE access_tokens (
    id @id,
    token_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    apps TEXT NOT NULL CHECK (apps <> '[]'),
    scopes TEXT NOT NULL CHECK (scopes <> '[]'),
    quota TEXT,
    created_at @bigint NOT NULL,
    expires_at @bigint,
    last_used_at @bigint,
    revoked_at @bigint
  )@tableOptions;
  CREATE UNIQUE INDEX access_tokens_name ON access_tokens (name) WHERE revoked_at IS NULL;

  -- Daily usage of each user or access token, and the order in which their mail is delivered.
  CREATE TABLE requesters (
    requester TEXT PRIMARY KEY,
    day INTEGER NOT NULL DEFAULT 0,
    uploads INTEGER NOT NULL DEFAULT 0,
    bytes @bigint NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    last_served @bigint NOT NULL DEFAULT 0
  )@keyedTableOptions;

  -- Random values that change with the lists, for entity tags.
  CREATE TABLE list_tags (area TEXT PRIMARY KEY, tag TEXT NOT NULL)@keyedTableOptions;
  INSERT INTO list_tags (area, tag) VALUES ('testing', @randomId), ('store', @randomId);

  -- See ownership.ts.
  CREATE TABLE service (id TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new')@keyedTableOptions;
  INSERT INTO service (id) VALUES (@randomId);
  `;

export function serviceSchema({ listTagTriggers, ...dialect }: SchemaDialect): string {
  return [
    tables.replace(/@(\w+)/g, (_placeholder, name: keyof typeof dialect) => dialect[name]),
    listTagTriggers('testing', listedTables.testing),
    listTagTriggers('store', listedTables.store),
  ].join('\n');
}

/** Returns the tag of an area. Callers read it before the list, so that it is never newer than the list. */
export async function listTag(sql: Sql, area: ListArea): Promise<string> {
  const row = await sql.get<{ tag: string }>('SELECT tag FROM list_tags WHERE area = ?', area);
  if (!row) throw new TypeError('The database has no list tags.');
  return row.tag;
}
