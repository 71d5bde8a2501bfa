import { expect, test } from 'vitest';
import {
  type MoveOptions,
  offerMove,
  runsOutsideApplications,
} from '../../../main/shell/system/move-to-applications.ts';

test.each([
  ['/Volumes/Slipway 0.1.0/Slipway.app/Contents/MacOS/Slipway', true],
  ['/private/var/folders/xy/T/AppTranslocation/5F0C/d/Slipway.app/Contents/MacOS/Slipway', true],
  ['/Applications/Slipway.app/Contents/MacOS/Slipway', false],
  ['/Users/ada/Volumes/Slipway.app/Contents/MacOS/Slipway', false],
])('%s runs from a disk image or a translocated copy: %s', (program, expected) => {
  expect(runsOutsideApplications(program)).toBe(expected);
});

type Changes = { readonly inApplications?: boolean; readonly isPackaged?: boolean };

async function offer(changes: Partial<MoveOptions> & Changes = {}) {
  const happened: string[] = [];
  const { inApplications = false, isPackaged = true, ...others } = changes;
  const moved = await offerMove({
    app: {
      isPackaged,
      isInApplicationsFolder: () => inApplications,
      moveToApplicationsFolder: () => happened.push('moved') > 0,
    },
    platform: 'darwin',
    program: '/Volumes/Slipway/Slipway.app/Contents/MacOS/Slipway',
    ask: async () => happened.push('asked') > 0,
    onFailure: async (reason) => void happened.push(String(reason)),
    ...others,
  });
  return { moved, happened };
}

test('an application on a disk image moves after the user agrees', async () => {
  expect(await offer()).toEqual({ moved: true, happened: ['asked', 'moved'] });
  expect(await offer({ ask: async () => false })).toEqual({ moved: false, happened: [] });
});

test('an application in any other location does not offer to move', async () => {
  for (const changes of [
    { inApplications: true },
    { isPackaged: false },
    { platform: 'linux' },
    { program: '/Users/ada/Slipway' },
  ] as const) {
    expect(await offer(changes)).toEqual({ moved: false, happened: [] });
  }
});

test('a failed move reports the reason, and the application starts in place', async () => {
  const app = {
    isPackaged: true,
    isInApplicationsFolder: () => false,
    moveToApplicationsFolder: () => {
      throw new Error('The disk is full');
    },
  };
  expect(await offer({ app })).toEqual({ moved: false, happened: ['asked', 'Error: The disk is full'] });
});
