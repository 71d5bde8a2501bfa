import { describe, expect, test } from 'vitest';
import type { StoreProfile, TestApplication } from '../../../main/api/wire.ts';
import { requestToken, sampleApk, startHost } from './service-host.ts';

const testing = '/api/v3/testingdist/profiles';
const store = '/api/v3/appstore/profiles';

describe('the log', () => {
  test('records accepted and refused sign-ins without secrets', async () => {
    const { service, lines } = await startHost();
    const { password } = await service.identity.createUser('ann');
    const { clientSecret } = await service.identity.createClient('builds');
    const form = { client_id: 'builds', client_secret: clientSecret, grant_type: 'password', scope: 'x' };
    await requestToken(service.url, { ...form, username: 'ann', password });
    await requestToken(service.url, { ...form, username: 'ann', password: 'wrong-password' });
    await requestToken(service.url, { ...form, username: 'typed-password', password: 'ann' });
    const log = lines.join('\n');
    expect(log).toMatch(/Sign-in accepted.*ann.*builds.*127\.0\.0\.1/);
    expect(log).toMatch(/Sign-in refused.*invalid_grant.*ann.*builds.*127\.0\.0\.1/);
    for (const secret of [password, clientSecret, 'wrong-password', 'typed-password'])
      expect(log).not.toContain(secret);
  });

  test('records changes to users, clients and access tokens', async () => {
    const { service, lines } = await startHost();
    const { identity, accessTokens } = service;
    await identity.createUser('ann');
    await identity.resetPassword('ann');
    await identity.removeUser('ann');
    await identity.createClient('builds');
    await identity.renewClient('builds');
    await identity.removeClient('builds');
    const { token } = await accessTokens.add({
      name: 'ci',
      apps: 'all',
      scopes: ['upload'],
      expiresAt: null,
    });
    await accessTokens.revoke('ci');
    const log = lines.join('\n');
    for (const text of [
      ...['User added', 'Password changed', 'User removed'],
      ...['Client added', 'Client secret changed', 'Client removed'],
      ...['Access token added', 'Access token revoked'],
    ])
      expect(log).toContain(text);
    expect(log).not.toContain(token);
  });

  test('records the user and client of each change', async () => {
    const { service, lines, call, upload } = await startHost();
    const shop = (await (await upload(testing, await sampleApk())).json()) as TestApplication;
    const profile = (await (await upload(store, await sampleApk())).json()) as StoreProfile;
    const version = `${testing}/items/${shop.profiles[0]?.id}`;
    await call('POST', `${version}/activate`);
    await call('POST', `${version}/send`, { body: { emails: ['ben@example.com'] } });
    await call('DELETE', `${version}/activate`);
    await call('DELETE', version);
    await call('DELETE', `${testing}/${shop.id}`);
    await call('PUT', `${store}/${profile.id}`, { body: { Name: 'Till' } });
    await service.setProfileAccess(profile.id, { enabled: false });
    await call('DELETE', `${store}/items/${profile.items[0]?.id}`);
    await call('DELETE', `${store}/${profile.id}`);
    for (const text of [
      ...['New application', 'New profile', 'Version activated', 'Version sent', 'Version deactivated'],
      ...['Version deleted', 'Application deleted', 'Profile changed', 'Item deleted', 'Profile deleted'],
    ]) {
      expect(
        lines.find((line) => line.includes(text)),
        text,
      ).toMatch(/slipway.*slipway-desktop/);
    }
    expect(lines.join('\n')).toContain('Access to a store page changed');
    await service.accessLog.flush();
    expect(service.accessLog.list()[0]).toMatchObject({
      method: 'DELETE',
      by: { user: 'slipway', client: 'slipway-desktop' },
    });
  });
});
