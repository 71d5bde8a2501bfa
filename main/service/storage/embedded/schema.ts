/** The embedded database of the service, step by step. A released step is never edited. */
export const serviceMigrations: readonly string[] = [
  `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_name TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE clients (
    client_id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tokens (
    token_hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_user ON tokens (user_id);
  CREATE INDEX tokens_end ON tokens (expires_at);

  CREATE TABLE sign_in_failures (
    key TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE members (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    name TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE teams (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    ungrouped INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO teams (name, name_key, ungrouped, created_at) VALUES ('Ungrouped', 'ungrouped', 1, 0);

  CREATE TABLE team_members (
    team_id INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (team_id, member_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX team_members_member ON team_members (member_id);

  CREATE TABLE applications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
    link_token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    platform TEXT NOT NULL,
    package_id TEXT NOT NULL,
    version_name TEXT,
    build TEXT,
    min_os TEXT,
    file_name TEXT NOT NULL,
    file_size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 0,
    release_note TEXT,
    last_send_at INTEGER,
    uploaded_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX versions_application ON versions (application_id);
  CREATE INDEX versions_blob ON versions (sha256);

  CREATE TABLE shares (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    status INTEGER NOT NULL,
    last_share_at INTEGER,
    UNIQUE (version_id, member_id)
  ) STRICT;
  CREATE INDEX shares_member ON shares (member_id);

  CREATE TABLE share_links (
    token TEXT PRIMARY KEY,
    share_id INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_links_share ON share_links (share_id);

  CREATE TABLE downloads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    share_id INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    user_agent TEXT
  ) STRICT;
  CREATE INDEX downloads_share ON downloads (share_id);

  CREATE TABLE store_profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    package_id TEXT NOT NULL,
    short_description TEXT,
    long_description TEXT,
    enabled INTEGER NOT NULL DEFAULT 1,
    static_user TEXT,
    static_password TEXT,
    link_token TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE store_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES store_profiles (id) ON DELETE CASCADE,
    order_id INTEGER NOT NULL,
    unique_id TEXT NOT NULL UNIQUE,
    link_token TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    platform TEXT NOT NULL,
    package_id TEXT NOT NULL,
    version_name TEXT,
    build TEXT,
    min_os TEXT,
    file_name TEXT NOT NULL,
    file_size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    enabled INTEGER NOT NULL DEFAULT 1,
    click_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX store_items_profile ON store_items (profile_id);
  CREATE INDEX store_items_blob ON store_items (sha256);

  CREATE TABLE mails (
    id TEXT PRIMARY KEY,
    version_id INTEGER REFERENCES versions (id) ON DELETE SET NULL,
    member_id INTEGER REFERENCES members (id) ON DELETE SET NULL,
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    install_link TEXT NOT NULL,
    raw BLOB,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    failure TEXT
  ) STRICT;
  CREATE INDEX mails_due ON mails (state, next_at);
  CREATE INDEX mails_version ON mails (version_id);
  CREATE INDEX mails_member ON mails (member_id);
  `,
  // A message one instance is delivering is left alone by the others until then.
  'ALTER TABLE mails ADD COLUMN taken_until INTEGER NOT NULL DEFAULT 0',
  'CREATE TABLE icons (sha256 TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL) STRICT',
  // The newest 20 downloads of each share stay; the first of them counts those before it.
  `
  ALTER TABLE downloads ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
  CREATE TEMPORARY TABLE ranked AS
    SELECT id, row_number() OVER newest AS place, count(*) OVER (PARTITION BY share_id) AS total
    FROM downloads WINDOW newest AS (PARTITION BY share_id ORDER BY id DESC);
  UPDATE downloads SET count = total - 19 FROM ranked WHERE ranked.id = downloads.id AND place = 20;
  DELETE FROM downloads WHERE id IN (SELECT id FROM ranked WHERE place > 20);
  DROP TABLE ranked;
  `,
  `
  CREATE TABLE planned_sends (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    recipients TEXT NOT NULL
  ) STRICT;
  CREATE INDEX planned_sends_version ON planned_sends (version_id);
  `,
  'CREATE INDEX mails_queued ON mails (queued_at)',
  // Why a message waits or was given up is kept as a message; what earlier versions wrote stays the text it is.
  `UPDATE mails SET failure = json_object('code', 'text/plain', 'values', json_object('text', failure))
   WHERE failure IS NOT NULL`,
  // What decides which device installs a build, as JSON.
  `
  ALTER TABLE versions ADD COLUMN install_facts TEXT;
  ALTER TABLE store_items ADD COLUMN install_facts TEXT;
  `,
  // Which object holds the bytes of which hash; before, each was named by its hash. Leftovers wait to be removed.
  `
  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, object TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  INSERT INTO blobs SELECT sha256, sha256 FROM versions UNION SELECT sha256, sha256 FROM store_items;
  CREATE TABLE leftovers (object TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  ALTER TABLE mails ADD COLUMN lease INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE requests (id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL) STRICT;
  `,
  // Why the certificate of a mail server is not trusted has the names it has for every server.
  `UPDATE mails SET failure = replace(failure, '"network/otherName"', '"network/otherAddress"')
   WHERE failure LIKE '%"network/otherName"%'`,
  // A send that goes on later leads its links where it was asked to.
  'ALTER TABLE planned_sends ADD COLUMN address TEXT',
  // Tokens for programs. None without an application or an act: an empty list could be taken for no limit.
  `
  CREATE TABLE access_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    apps TEXT NOT NULL CHECK (apps <> '[]'),
    acts TEXT NOT NULL CHECK (acts <> '[]'),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX access_tokens_name ON access_tokens (name) WHERE revoked_at IS NULL;
  `,
  // Finds the last message about a share without reading every message of its version.
  'DROP INDEX mails_version; CREATE INDEX mails_version ON mails (version_id, member_id)',
  // Tokens end with the client they were issued to. Existing tokens name no client, so users sign in again.
  `
  DELETE FROM tokens;
  ALTER TABLE tokens ADD COLUMN client_id TEXT REFERENCES clients (client_id) ON DELETE CASCADE;
  CREATE INDEX tokens_client ON tokens (client_id);
  `,
  // Release notes are rendered when they are accepted.
  `
  ALTER TABLE versions ADD COLUMN release_note_html TEXT;
  UPDATE versions SET release_note_html =
    '<p>' || replace(replace(replace(release_note, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>';
  `,
  // Passwords of store pages are hashed; a plain one is dropped and has to be set again. Icons have keys of their own.
  `
  ALTER TABLE store_profiles RENAME COLUMN static_password TO static_password_hash;
  UPDATE store_profiles SET static_password_hash = '' WHERE static_user IS NOT NULL;
  ALTER TABLE store_items ADD COLUMN icon_token TEXT NOT NULL DEFAULT '';
  UPDATE store_items SET icon_token = lower(hex(randomblob(16)));
  CREATE UNIQUE INDEX store_items_icon ON store_items (icon_token);
  `,
  // See `ownership.ts`.
  `
  CREATE TABLE service (id TEXT PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new') STRICT, WITHOUT ROWID;
  INSERT INTO service (id) VALUES (lower(hex(randomblob(8))));
  `,
  // Names of users that differ in letter case only are one user.
  `
  ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
  UPDATE users SET name_key = lower(user_name);
  CREATE UNIQUE INDEX users_name_key ON users (name_key);
  `,
  // What a user or access token did on a day, and when its mail was last delivered; a request names its user or token.
  `
  DELETE FROM requests;
  ALTER TABLE access_tokens ADD COLUMN quota TEXT;
  CREATE TABLE requesters (
    requester TEXT PRIMARY KEY,
    day INTEGER NOT NULL DEFAULT 0,
    uploads INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    mail_turn INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE planned_sends ADD COLUMN requester TEXT NOT NULL DEFAULT '';
  ALTER TABLE mails ADD COLUMN requester TEXT NOT NULL DEFAULT '';
  INSERT INTO requesters (requester) SELECT DISTINCT requester FROM mails;
  CREATE INDEX mails_requester ON mails (requester, state, next_at);
  `,
];
