import { expect, test } from 'vitest';
import type { ListedTestApplication, TestVersion } from '../../main/api/wire.ts';
import { smtpSettings, startMailServer } from '../contract/service/mail-server.ts';
import { sampleApk } from '../contract/service/service-host.ts';
import { temporaryFolder } from '../fakes/temporary-folder.ts';
import { applications, startUnderFault } from './service-under-fault.ts';

test('delayed mail is delivered once after the service is killed', async () => {
  const mail = await startMailServer();
  const smtp = smtpSettings(mail.port);
  const dataDir = await temporaryFolder();
  const service = await startUnderFault(dataDir, { smtp });
  await service.upload(applications, Buffer.from(await sampleApk()));
  const [uploaded] = await service.json<readonly ListedTestApplication[]>(applications);
  const item = `${applications}/items/${uploaded?.lastProfile?.id}`;
  await service.call('POST', `${item}/activate`);
  const body = JSON.stringify({ emails: ['ada@example.test'], delaySeconds: 5 });
  await service.call('POST', `${item}/send`, body);
  const sent = await service.json<TestVersion>(item);
  expect(sent.profileMembers).toMatchObject([{ mailState: 'waiting' }]);
  service.kill();
  await service.ended;
  const again = await startUnderFault(dataDir, { user: service.user, smtp });
  expect(await again.points()).not.toBeNull();
  expect(mail.received.map(({ to }) => to)).toEqual([['ada@example.test']]);
  expect(await again.json<TestVersion>(item)).toMatchObject({ profileMembers: [{ mailState: 'mailed' }] });
});
