import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createOutbox } from '../../main/service/mail/outbox.ts';
import { assess, buildPath, type MadeBuild, numberedApk, writeBuild } from '../faults/deliveries.ts';
import { environmentOf, people, watchArguments } from '../faults/kill-world.ts';
import { launch } from '../faults/program.ts';
import { assertThat, type Case } from './case.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { whileKilling } from './killed-instances.ts';

const builds = 50;

export const killedClient: Case = {
  name: `${builds} builds of a killed client arrive while instances are killed`,
  run: async (servers, random, report) => {
    const cluster = await startCluster(servers);
    try {
      const home = await mkdtemp(join(servers.folder, 'client-'));
      const [folder, dataDir] = [join(home, 'builds'), join(home, 'data')];
      await mkdir(folder);
      const start = () =>
        launch(watchArguments(folder, dataDir), { environment: environmentOf(cluster.user, cluster.url) });
      let client = start();
      const made: MadeBuild[] = [];
      let clientKills = 0;
      const work = async (): Promise<void> => {
        for (let number = 1; number <= builds; number += 1) {
          const padding = random.pick([30_000, random.between(10_000, 900_000), 12_000_000]);
          made.push(await writeBuild(buildPath(folder, number), number, numberedApk(number, { padding })));
          await pause(random.between(100, 900));
          if (number % 6 !== 0) continue;
          await client.kill();
          clientKills += 1;
          client = start();
        }
        await delivered(cluster, client.ended);
      };
      const { kills } = await whileKilling(cluster, random, work());
      await client.stop();
      const service = { url: cluster.url, idle: async () => undefined, outbox: outboxOf(cluster) };
      const { lost, duplicated, strange } = await assess(service, cluster.user, made, people);
      report(`${clientKills} kills of the client, ${kills} of instances`);
      assertThat(duplicated.length === 0, duplicated.join('; '));
      assertThat(strange.length === 0, strange.join('; '));
      assertThat(lost.length === 0, lost.join('; '));
      return { uploads: made.length };
    } finally {
      await cluster.end();
    }
  },
};

/** Opens the outbox. Without a mail server, all messages stay in it. */
function outboxOf({ storage }: Cluster) {
  const queue = { retryNow: () => undefined };
  return createOutbox({
    mail: storage.mail,
    folder: null,
    now: Date.now,
    queue,
    onChange: () => undefined,
  });
}

/** Resolves once every recipient has a message for every build. */
async function delivered({ storage }: Cluster, ended: Promise<{ readonly stderr: string }>): Promise<void> {
  const over = ended.then(({ stderr }) => {
    throw new Error(`the client ended: ${stderr.slice(-2_000)}`);
  });
  over.catch(() => null);
  while ((await storage.mail.list()).length < builds * people.length) await Promise.race([over, pause(300)]);
}
