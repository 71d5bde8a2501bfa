import { expect, test } from 'vitest';
import { launchRequest } from '../../../main/shell/notices/launch-info.ts';
import { emptyRequest } from '../../../main/shell/start/start-arguments.ts';

const response = (identifier: string, action: string) => ({
  identifier,
  actionIdentifier: action,
  date: 1,
  userInfo: {},
});
const click = 'com.apple.UNNotificationDefaultActionIdentifier';

test('a click or a button opens the build of the notification', () => {
  for (const action of [click, 'ACTION_0']) {
    expect(launchRequest(response('upload:a', action), emptyRequest)).toEqual({
      ...emptyRequest,
      links: ['slipway://uploads/a'],
    });
  }
  expect(launchRequest(response('5f0c', click), emptyRequest).links).toEqual(['slipway://uploads']);
});

test('a dismissed notification shows no window', () => {
  const dismissed = response('upload:a', 'com.apple.UNNotificationDismissActionIdentifier');
  expect(launchRequest(dismissed, emptyRequest)).toEqual({ ...emptyRequest, hidden: true });
});

test.each([[undefined], [{}], [{ identifier: 7 }], ['upload:a']])(
  'the launch info %j does not change the request',
  (launchInfo) => {
    const request = { ...emptyRequest, files: ['/builds/notes.apk'], hidden: true };
    expect(launchRequest(launchInfo, request)).toBe(request);
  },
);
