import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { slipway, startSlipway } from './run-slipway.ts';

const slow = 180_000;

test(
  'while the service runs, commands about what it keeps say what to do and end with 5',
  async () => {
    const dataDir = await temporaryFolder();
    const owner = startSlipway(['serve', '--no-ui', '--data-dir', dataDir]);
    await owner.until('stdout', 'client secret');
    const commands = [
      ['people', 'list'],
      ['people', 'import', '-'],
      ['outbox'],
      ['user'],
      ['client'],
      ['mail'],
    ];
    for (const words of commands) {
      const refused = await slipway(['service', ...words, '--data-dir', dataDir, '--json']);
      expect([refused.code, JSON.parse(refused.stdout)], words.join(' ')).toMatchObject([
        5,
        { error: { code: 'cli/serviceInUse', remedy: 'wait' } },
      ]);
      expect(refused.stderr).toContain(`running on the data folder ${dataDir}`);
      expect(refused.stderr).toContain('Quit Slipway (“slipway serve” with Ctrl-C), give this command again');
    }
    owner.process.kill('SIGINT');
    expect((await owner.ended).code).toBe(0);
    expect((await slipway(['service', 'outbox', '--data-dir', dataDir])).code).toBe(0);
  },
  slow,
);

test(
  'a service behind a proxy gives out its public address and is reached here by its own',
  async () => {
    const dataDir = await temporaryFolder();
    const publicUrl = 'https://builds.example.test';
    const running = startSlipway([
      ...['serve', '--no-ui', '--json', '--data-dir', dataDir],
      ...['--host', '127.0.0.1', '--public-url', `${publicUrl}/`],
    ]);
    const started = JSON.parse(await running.until('stdout', '\n')) as { local: string };
    expect(started).toMatchObject({ service: publicUrl, exposed: false });
    expect((await fetch(`${started.local}/api/v3/root`)).status).toBe(401);
    const status = await slipway(['service', 'status', '--json', '--data-dir', dataDir]);
    expect(JSON.parse(status.stdout)).toEqual({ running: true, url: started.local });
    running.process.kill('SIGTERM');
    const ended = await running.ended;
    expect(ended.stderr).not.toContain('Warning');
  },
  slow,
);

test(
  'being reached from other computers is warned of; what cannot be listened on or linked to is refused',
  async () => {
    const serve = async (...words: readonly string[]) =>
      slipway(['serve', '--no-ui', '--data-dir', await temporaryFolder(), ...words]);
    const notOfThisComputer = await serve('--host', '192.0.2.1');
    expect([notOfThisComputer.code, notOfThisComputer.stdout]).toEqual([1, '']);
    expect(notOfThisComputer.stderr).toMatch(
      /^Warning: other computers can reach the service, and its connections are not encrypted[^\n]*\nslipway: /,
    );
    for (const [words, text] of [
      [['--host', '0.0.0.0'], '--public-url'],
      [['--host', 'x'.repeat(64)], 'Choose an address of this computer'],
      [['--public-url', 'builds.example.test'], 'Give an address such as https://'],
      [['--public-url', 'https://user:pw@builds.example.test'], 'Give an address such as https://'],
    ] as const) {
      const refused = await serve(...words);
      expect([refused.code, refused.stdout], words.join(' ')).toEqual([2, '']);
      expect(refused.stderr).toContain(text);
    }
  },
  slow,
);
