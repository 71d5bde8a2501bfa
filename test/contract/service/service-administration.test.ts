/** Administration of the built-in service through the bridge that the pages use. */
import { expect, test } from 'vitest';
import { builtInAccountId } from '../../../main/core/service/built-in-account.ts';
import { memorySecrets } from '../../../main/settings/secrets.ts';
import { inEnglish } from '../../english.ts';
import { tokenOf } from '../../sign-in.ts';
import { upload, writeBuild } from '../core/core-world.ts';
import { longTimeout, openAdministration, sendBuild } from './administered-service.ts';

test('changes to members and teams are saved and emit events', async () => {
  const { call, eventsOf } = await openAdministration();
  await expect(call('service.people', {})).rejects.toMatchObject({ code: 'core/serviceStopped' });
  await call('service.start', {});
  const qa = await call('service.addTeam', { name: ' QA ' });
  const crew = await call('service.addTeam', { name: 'Field crew' });
  const ada = await call('service.addMember', {
    email: 'ada@example.org',
    name: 'Ada',
    teamIds: [qa.id, crew.id],
  });
  const ben = await call('service.addMember', { email: 'ben@example.org', name: null, teamIds: [] });
  await expect(
    call('service.addMember', { email: 'cleo@example.org', name: null, teamIds: [999] }),
  ).rejects.toMatchObject({ code: 'service/noPerson' });
  await expect(
    call('service.addMember', { email: 'ADA@example.org', name: null, teamIds: [] }),
  ).rejects.toMatchObject({ code: 'service/taken' });
  await expect(
    call('service.changeMember', { id: ben.id, name: 'Ben', teamIds: [999] }),
  ).rejects.toMatchObject({
    code: 'service/noPerson',
  });
  expect(await call('service.people', {})).toMatchObject({
    teams: [
      { name: 'QA', memberIds: [ada.id] },
      { name: 'Field crew', memberIds: [ada.id] },
    ],
    ungrouped: { memberIds: [ben.id] },
    members: [{ name: 'Ada' }, { name: null }],
  });
  await call('service.changeMember', { id: ada.id, teamIds: [crew.id] });
  await call('service.changeMember', {
    id: ben.id,
    name: 'Ben',
    email: 'ben@sub.example.org',
    teamIds: [qa.id],
  });
  await call('service.moveMember', { memberId: ben.id, fromTeamId: qa.id, toTeamId: crew.id });
  await call('service.joinTeam', { memberId: ben.id, teamId: qa.id });
  await call('service.leaveTeam', { memberId: ben.id, teamId: crew.id });
  await call('service.changeTeam', { id: crew.id, name: 'Crew', memberIds: [ben.id] });
  expect((await call('service.people', {})).teams[1]).toMatchObject({ name: 'Crew', memberIds: [ben.id] });
  await call('service.changeTeam', { id: crew.id, name: 'Crew', memberIds: [ada.id] });
  expect(await call('service.people', {})).toMatchObject({
    teams: [
      { name: 'QA', memberIds: [ben.id] },
      { name: 'Crew', memberIds: [ada.id] },
    ],
    members: [{ email: 'ada@example.org' }, { name: 'Ben', email: 'ben@sub.example.org' }],
  });
  await call('service.removeTeam', { id: qa.id });
  await call('service.removeMember', { id: ada.id });
  expect(await call('service.people', {})).toMatchObject({
    teams: [{ name: 'Crew', memberIds: [] }],
    members: [{ name: 'Ben' }],
  });
  expect(eventsOf('service.dataChanged').every(({ what }) => what === 'people')).toBe(true);
  expect(eventsOf('service.dataChanged').length).toBeGreaterThanOrEqual(11);
});

test('members can be imported from CSV and exported again', async () => {
  const { call } = await openAdministration();
  await call('service.start', {});
  const csv = Buffer.from('email,name,team\nada@example.org,Ada,QA\nnot an address,Nobody,QA\n').toString(
    'base64',
  );
  const planned = await call('service.importPeople', { csv, dryRun: true });
  expect(inEnglish(planned.lines.map(({ outcome }) => outcome))).toEqual(['created', 'refused']);
  expect(inEnglish((await call('service.people', {})).members)).toEqual([]);
  const done = await call('service.importPeople', { csv, dryRun: false });
  expect(inEnglish(done.lines)).toMatchObject([
    { line: 2, outcome: 'created', joined: 'QA', teamCreated: true },
    { line: 3, outcome: 'refused', reason: expect.stringContaining('not an address') },
  ]);
  const { text, rows } = await call('service.exportPeople', {});
  expect(inEnglish(rows)).toEqual([{ email: 'ada@example.org', name: 'Ada', team: 'QA' }]);
  expect(inEnglish(text)).toContain('ada@example.org,Ada,QA');
  const again = await call('service.importPeople', {
    csv: Buffer.from(text).toString('base64'),
    dryRun: false,
  });
  expect(inEnglish(again.lines.map(({ outcome }) => outcome))).toEqual(['existing']);
  await expect(
    call('service.importPeople', { csv: Buffer.from([0, 1, 2, 3]).toString('base64'), dryRun: false }),
  ).rejects.toMatchObject({ code: 'service/badCsv' });
});

test('credentials are listed by name without passwords or secrets', async () => {
  const { call, core, everything } = await openAdministration();
  await call('service.start', {});
  const { url } = core.service.service();
  const made = await call('service.addUser', { userName: 'ci' });
  const client = await call('service.addClient', { clientId: 'ci' });
  expect(inEnglish(await tokenOf(url, { userName: 'ci', password: made.password ?? '', ...client }))).toMatch(
    /^\S{20,}$/,
  );
  const chosen = await call('service.addUser', { userName: 'ada', password: 'chosen by Ada' });
  expect(inEnglish(chosen)).toEqual({ userName: 'ada', password: null });
  const renewed = await call('service.setPassword', { userName: 'ci' });
  expect(inEnglish(renewed.password)).not.toBe(made.password);
  const listed = await call('service.credentials', {});
  expect(inEnglish(listed)).toEqual({
    users: [
      { userName: 'slipway', own: true },
      { userName: 'ci', own: false },
      { userName: 'ada', own: false },
    ],
    clients: [
      { clientId: 'slipway-desktop', own: true },
      { clientId: 'ci', own: false },
    ],
  });
  const calls = [
    call('service.setPassword', { userName: 'slipway' }),
    call('service.removeUser', { userName: 'slipway' }),
    call('service.renewClient', { clientId: 'slipway-desktop' }),
    call('service.removeClient', { clientId: 'slipway-desktop' }),
  ];
  await Promise.all(calls.map((one) => expect(one).rejects.toMatchObject({ code: 'core/ownCredentials' })));
  await call('service.removeUser', { userName: 'ci' });
  await call('service.removeClient', { clientId: 'ci' });
  const overview = await call('service.overview', {});
  expect(inEnglish(overview.firstUser)).toEqual({
    userName: 'slipway',
    clientId: 'slipway-desktop',
    storedIn: 'the memory of this process',
  });
  const own = core.service.service().firstUser;
  const output = everything() + JSON.stringify([overview, listed]);
  for (const secret of [
    own?.password,
    own?.clientSecret,
    made.password,
    renewed.password,
    client.clientSecret,
  ]) {
    expect(inEnglish(secret)).toMatch(/^\S{10,}$/);
    expect(inEnglish(output)).not.toContain(secret);
  }
});

test('the request log shows finished requests without tokens', async () => {
  const world = await openAdministration();
  const { call, core, eventsOf } = world;
  await call('service.start', {});
  await sendBuild(world, ['ada@example.org']);
  const { url } = core.service.service();
  const link = (await call('service.outbox', {}))[0]?.installLink ?? '';
  const token = link.split('/').at(-1) ?? '';
  await fetch(`${link}/file?pass=hidden`, { headers: { 'user-agent': 'A phone' } }).then((answer) =>
    answer.text(),
  );
  await fetch(`${url}/nothing/${token}?access_token=hidden`);
  await fetch(`${url}/api/v3/root`, { headers: { authorization: 'Bearer wrong-token' } });
  const seen = async () =>
    (await call('service.requests', {})).map(({ method, path, status }) => [method, path, status]);
  await expect.poll(seen, longTimeout).toEqual(
    expect.arrayContaining([
      ['GET', '/install/…/file', 200],
      ['GET', '/nothing/…', 404],
      ['GET', '/api/v3/root', 401],
      ['POST', '/identity/connect/token', 200],
      ['POST', '/api/v3/testingdist/profiles', 201],
    ]),
  );
  const entries = await call('service.requests', {});
  expect(entries.find(({ path }) => path.endsWith('/file'))).toMatchObject({
    address: '127.0.0.1',
    agent: 'A phone',
    milliseconds: expect.any(Number),
    by: null,
  });
  expect(entries.find(({ status }) => status === 201)?.by).toEqual({
    user: 'slipway',
    client: 'slipway-desktop',
  });
  await expect
    .poll(
      () =>
        eventsOf('service.requested')
          .flat()
          .map(({ id }) => id),
      longTimeout,
    )
    .toEqual(entries.map(({ id }) => id).toReversed());
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`hidden|wrong-token|${token}`));
  await call('service.stop', {});
  expect(await call('service.requests', {})).toEqual(entries);
});

test('exposure settings are validated and survive a restart', async () => {
  const secrets = memorySecrets();
  const first = await openAdministration(secrets);
  const { call, core } = first;
  expect(await call('service.status', {})).toMatchObject({ state: 'stopped', url: null, exposure: null });
  expect(await call('service.start', {})).toMatchObject({ state: 'running', exposure: 'computer' });
  const { url } = await call('service.status', {});
  const publicUrl = 'https://builds.example.test';
  expect(
    await call('service.setExposure', { host: null, publicUrl: `${publicUrl}/`, proxyHops: 2, tls: false }),
  ).toMatchObject({
    url: publicUrl,
    exposure: 'proxy',
  });
  expect(core.service.service().localUrl).toBe(url);
  for (const [exposure, code, field] of [
    [{ host: '0.0.0.0', publicUrl: null }, 'service/publicUrl', 'host'],
    [{ host: 'x'.repeat(64), publicUrl: null }, 'service/noHost', 'host'],
    // Address reserved for documentation (RFC 5737). No computer has it.
    [{ host: '192.0.2.1', publicUrl: null }, 'service/listen', 'host'],
    [{ host: null, publicUrl: 'ftp://example.test' }, 'settings/badExposure', 'publicUrl'],
    [{ host: null, publicUrl: 'https://ada:secret@example.test' }, 'settings/badExposure', 'publicUrl'],
  ] as const) {
    await expect(
      call('service.setExposure', { ...exposure, proxyHops: 0, tls: false }),
    ).rejects.toMatchObject({
      code,
      field,
    });
    expect(await call('service.status', {})).toMatchObject({ state: 'running', url: publicUrl });
  }
  await first.close();
  const second = await openAdministration(secrets, first.dataDir);
  expect(await second.call('service.status', {})).toMatchObject({ state: 'running', url: publicUrl });
  expect((await second.call('service.overview', {})).exposure).toMatchObject({
    host: null,
    publicUrl,
    proxyHops: 2,
  });
  expect(
    await second.call('service.setExposure', {
      host: '0.0.0.0',
      publicUrl: 'http://builds.test:1',
      proxyHops: 0,
      tls: false,
    }),
  ).toMatchObject({
    url: 'http://builds.test:1',
    exposure: 'proxy',
  });
  expect(
    await second.call('service.setExposure', { host: null, publicUrl: null, proxyHops: 0, tls: false }),
  ).toMatchObject({
    exposure: 'computer',
  });
});

test('the service uses the same CA for TLS after a restart', async () => {
  const secrets = memorySecrets();
  const first = await openAdministration(secrets);
  await first.call('service.start', {});
  const encrypted = { host: null, publicUrl: null, proxyHops: 0, tls: true };
  const status = await first.call('service.setExposure', encrypted);
  expect(status).toMatchObject({
    url: expect.stringMatching(/^https:/),
    exposure: 'computer',
    authority: { name: expect.stringMatching(/^Slipway on /), page: expect.stringMatching(/^http:/) },
  });
  expect(await first.call('network.check', { address: status.url ?? '' })).toMatchObject({ problem: null });
  await first.close();
  const second = await openAdministration(secrets, first.dataDir);
  const { url, authority } = await second.call('service.status', {});
  expect([url, authority?.fingerprint]).toEqual([status.url, status.authority?.fingerprint]);
  expect((await second.call('service.overview', {})).exposure).toMatchObject({ tls: true });
  expect(await second.call('service.setExposure', { ...encrypted, tls: false })).toMatchObject({
    url: expect.stringMatching(/^http:/),
    authority: null,
  });
});

test('a store profile can be protected by a static user and disabled', async () => {
  const world = await openAdministration();
  const { call, core, eventsOf } = world;
  await call('service.start', {});
  const [queued] = await core.uploads.add({
    paths: [await writeBuild(world.builds, 'notes.apk', 1)],
    accountId: builtInAccountId,
    area: 'appstore',
    activate: false,
    recipients: { teamIds: [], memberIds: [], emails: [] },
  });
  const done = await upload(core, (view) => view.id === queued?.id && view.state === 'done');
  expect(done.area).toBe('appstore');
  const service = core.service.service();
  const token = await tokenOf(service.url, service.firstUser ?? (await service.identity.renewFirstUser()));
  const answer = await fetch(`${service.url}/api/v3/appstore/profiles`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [{ apkCustomUrl: page }] = (await answer.json()) as [{ apkCustomUrl: string }];
  expect((await fetch(page)).status).toBe(200);
  const staticUser = { userName: 'tester', password: 'open the field' };
  await call('service.setProfileAccess', { profileId: 1, staticUser });
  expect(eventsOf('store.changed')).toContainEqual({ accountId: builtInAccountId });
  expect((await fetch(page)).status).toBe(401);
  const basic = Buffer.from(`${staticUser.userName}:${staticUser.password}`).toString('base64');
  expect((await fetch(page, { headers: { authorization: `Basic ${basic}` } })).status).toBe(200);
  for (const [wrong, code] of [
    [{ userName: 'a:b', password: 'long enough' }, 'core/invalidStaticUser'],
    [{ userName: '', password: 'long enough' }, 'core/invalidStaticUser'],
    [{ userName: 'tester', password: 'short' }, 'service/weakPassword'],
  ] as const) {
    await expect(call('service.setProfileAccess', { profileId: 1, staticUser: wrong })).rejects.toMatchObject(
      { code },
    );
  }
  await expect(call('service.setProfileAccess', { profileId: 99, enabled: false })).rejects.toMatchObject({
    code: 'service/noProfile',
  });
  await call('service.setProfileAccess', { profileId: 1, enabled: false, staticUser: null });
  expect((await fetch(page)).status).toBe(409);
});
