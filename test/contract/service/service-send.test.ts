import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type TestVersion, testVersion } from '../../../main/api/wire.ts';
import { browsing, userAgents } from '../../fakes/user-agents.ts';
import { withActiveVersion } from './active-version.ts';
import { readMail } from './mail-reader.ts';
import type { ServiceHost } from './service-host.ts';

const base = '/api/v3/testingdist/profiles';

async function withPeople(host: ServiceHost) {
  const { people } = host.service;
  const team = await people.createTeam('Testers');
  const ann = await people.createMember({ email: 'ann@example.com', name: 'Ann <b> & Co' });
  const ben = await people.createMember({ email: 'ben@example.com' });
  await people.addToTeam(ann.id, team.id);
  await people.addToTeam(ben.id, team.id);
  return { team, ann, ben };
}

test('sending a version mails each recipient once, with a personal link', async () => {
  const { host, path, send } = await withActiveVersion();
  const { team, ann } = await withPeople(host);
  const response = await send({
    teamIds: [team.id],
    memberIds: [ann.id],
    emails: [' BEN@example.com ', 'new@example.com', 'New@example.com'],
  });
  expect(response.status).toBe(200);
  const sent = testVersion.strict().parse(await response.json());
  expect(sent.lastSendDateTimeUtc).not.toBeNull();
  expect(sent.profileMembers.map((one) => [one.member.email, one.shareMemberStatus, one.isDeleted])).toEqual([
    ['ann@example.com', 1, false],
    ['ben@example.com', 1, false],
    ['new@example.com', 1, false],
  ]);
  const [application] = new Set(sent.profileMembers.map(({ profileId }) => profileId));
  expect(application).toBe(sent.applicationId);
  expect(sent.profileMembers[0]?.member.teamMembers).toMatchObject([
    { teamId: team.id, memberId: ann.id, team: { id: team.id, name: 'Testers', ungrouped: false } },
  ]);
  expect(sent.profileMembers[2]?.member.teamMembers).toMatchObject([{ team: { ungrouped: true } }]);
  await host.service.idle();
  const messages = await host.service.outbox.list();
  expect(messages.map(({ to, state }) => [to, state]).sort()).toEqual([
    ['ann@example.com', 'not-mailed'],
    ['ben@example.com', 'not-mailed'],
    ['new@example.com', 'not-mailed'],
  ]);
  expect(new Set(messages.map(({ installLink }) => installLink)).size).toBe(3);
  const written = sent.profileMembers.map((member) => ({ ...member, mailState: 'not-mailed' }));
  expect((await host.json<TestVersion>('GET', path)).profileMembers).toEqual(written);
  const listed = (await host.service.people.list()).members.map(({ email }) => email);
  expect(listed, 'a recipient who was not mailed is not listed').toEqual([
    'ann@example.com',
    'ben@example.com',
  ]);
});

test('the message shows the build, link and note as text and escaped HTML', async () => {
  const releaseNote = 'Faster <start> & "more"\nÜber alles';
  const { host, send } = await withActiveVersion({}, { releaseNote });
  const { ann } = await withPeople(host);
  await send({ memberIds: [ann.id] });
  await host.service.idle();
  const [message] = await host.service.outbox.list();
  const raw = await host.service.outbox.read(message?.id ?? '');
  expect(await readFile(message?.path ?? '', 'utf8')).toBe(raw);
  const mail = readMail(raw);
  expect(mail.headers.get('subject')).toBe(message?.subject);
  expect(mail.headers.get('subject')).toContain('Shop & Söhne <b> 2.4.1 (1187)');
  expect(mail.headers.get('to')).toContain('ann@example.com');
  expect(mail.attachments).toEqual(['image/png']);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(message?.installLink ?? 'no link');
    expect(part).toContain('2.4.1 (1187)');
    expect(part).toMatch(/\d(\.\d)?\s(kB|bytes)/);
  }
  expect(mail.text).toContain('Faster <start> & "more"\nÜber alles');
  expect(mail.html).toContain('Faster &lt;start&gt; &amp; &quot;more&quot;\nÜber alles');
  expect(mail.html).toContain('Shop &amp; Söhne &lt;b&gt;');
  expect(mail.html).not.toMatch(/<b>|<start>/);
});

test('a send request with an invalid recipient is rejected as a whole', async () => {
  const { host, path, send } = await withActiveVersion();
  const { team } = await withPeople(host);
  const refused = async (body: unknown): Promise<[number, string, string]> => {
    const response = await send(body);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    return [response.status, code, detail];
  };
  expect(await refused({ teamIds: [team.id], emails: ['good@example.com', 'not an address'] })).toEqual([
    422,
    'service/badAddress',
    expect.stringContaining('“not an address”'),
  ]);
  expect(await refused({ teamIds: [team.id, 77], memberIds: [88] })).toEqual([
    422,
    'service/unknownPeople',
    expect.stringMatching(/team 77.*member 88/),
  ]);
  expect((await refused({ teamIds: [], memberIds: [], emails: [] }))[1]).toBe('service/noRecipients');
  expect((await refused({}))[1]).toBe('service/noRecipients');
  expect((await refused({ teamIds: ['x'] })).slice(0, 2)).toEqual([400, 'service/badBody']);
  expect(await host.service.outbox.list()).toEqual([]);
  expect(await host.json('GET', path)).toMatchObject({
    lastSendDateTimeUtc: null,
    profileMembers: [],
  });
  const form = new URLSearchParams({ emails: 'good@example.com' });
  expect((await refused(form)).slice(0, 2)).toEqual([415, 'service/mediaType']);
  await host.call('DELETE', `${path}/activate`);
  expect((await refused({ teamIds: [team.id] })).slice(0, 2)).toEqual([409, 'service/inactive']);
  expect((await host.call('GET', `${path}/send`)).status).toBe(405);
  expect(
    (await host.call('POST', `${base}/items/99/send`, { body: { emails: ['a@example.com'] } })).status,
  ).toBe(404);
});

test('a recipient listed several times is mailed once', async () => {
  const { host, send } = await withActiveVersion();
  const { team, ann, ben } = await withPeople(host);
  const { people } = host.service;
  const other = await people.createTeam('Others');
  await people.addToTeam(ann.id, other.id);
  const cy = await people.createMember({ email: 'Cy@example.com', name: 'Cy' });
  const first = await send({
    teamIds: [team.id, other.id, other.id],
    memberIds: [ben.id, cy.id, cy.id],
    emails: ['ANN@example.com', 'cy@EXAMPLE.com', 'new@example.com', 'NEW@example.com'],
  });
  const { profileMembers } = (await first.json()) as TestVersion;
  expect(profileMembers.map(({ member }) => [member.email, member.name])).toEqual([
    ['ann@example.com', 'Ann <b> & Co'],
    ['ben@example.com', null],
    ['Cy@example.com', 'Cy'],
    ['new@example.com', null],
  ]);
  await host.service.idle();
  const sentTo = async () => (await host.service.outbox.list()).map(({ to }) => to).toSorted();
  expect(await sentTo()).toEqual(['Cy@example.com', 'ann@example.com', 'ben@example.com', 'new@example.com']);
  const ungrouped = profileMembers.find(({ memberId }) => memberId === cy.id)?.member.teamMembers[0];
  expect(ungrouped?.team).toMatchObject({ ungrouped: true });
  const teamId = ungrouped?.teamId ?? 0;
  await expect(people.removeTeam(teamId)).rejects.toMatchObject({ code: 'service/noPerson' });
  await expect(people.renameTeam(teamId, 'x')).rejects.toMatchObject({ code: 'service/noPerson' });
  expect((await send({ TeamIds: [teamId] })).status).toBe(200);
  expect((await sentTo()).filter((to) => /^(cy|new)@/i.test(to))).toHaveLength(3);
  expect(await sentTo()).toHaveLength(5);
});

test('a send request with a repeated field or a removed member is rejected', async () => {
  const { host, send } = await withActiveVersion();
  const { team, ann } = await withPeople(host);
  const twice = await send({ teamIds: [team.id], TeamIds: [] });
  expect([twice.status, (await twice.json()).detail]).toEqual([
    400,
    expect.stringContaining('teamIds twice'),
  ]);
  await host.service.people.removeMember(ann.id);
  const removed = await send({ memberIds: [ann.id], emails: ['stranger@example.com'] });
  expect([removed.status, (await removed.json()).detail]).toEqual([
    422,
    `There is no member ${ann.id}, so no mail was sent.`,
  ]);
  expect(await host.service.outbox.list()).toEqual([]);
  const { members } = await host.service.people.list();
  expect(members.map(({ email }) => email)).toEqual(['ben@example.com']);
});

test('the status of a member never decreases when a version is sent again', async () => {
  const { host, path, send } = await withActiveVersion();
  await host.service.people.createMember({ email: 'ann@example.com' });
  const share = async () => {
    const [member] = (await host.json<TestVersion>('GET', path)).profileMembers;
    return [member?.shareMemberStatus, member?.profileDownloadHistories.length, member?.isDeleted];
  };
  const sendAndOpen = async () => {
    await send({ emails: ['ann@example.com'] });
    return (await host.service.outbox.list())[0]?.installLink ?? '';
  };
  const first = await sendAndOpen();
  expect(await share()).toEqual([1, 0, false]);
  await fetch(first, { method: 'HEAD' });
  expect(await share()).toEqual([1, 0, false]);
  await (await fetch(first, { headers: browsing(userAgents.androidChrome) })).text();
  expect(await share()).toEqual([2, 0, false]);
  const second = await sendAndOpen();
  expect(await share(), 'sent again').toEqual([2, 0, false]);
  await (await fetch(`${second}/file`, { headers: { range: 'bytes=5-' } })).arrayBuffer();
  expect(await share(), 'a later part').toEqual([2, 0, false]);
  await (await fetch(`${second}/file`)).arrayBuffer();
  await expect.poll(share).toEqual([3, 1, false]);
  await (await fetch(first)).text();
  await sendAndOpen();
  expect(await share(), 'opened and sent again').toEqual([3, 1, false]);
  await (await fetch(`${first}/file`)).arrayBuffer();
  expect(await share()).toEqual([3, 2, false]);
  const [ann] = (await host.service.people.list()).members;
  await host.service.people.removeMember(ann?.id ?? 0);
  expect(await share()).toEqual([3, 2, true]);
  await send({ emails: ['Ann@example.com'] });
  expect(await share(), 'back in the directory').toEqual([3, 2, false]);
});
