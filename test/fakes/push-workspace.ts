/** A project folder that satisfies all push rules. Tests replace files to break a rule. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const goodMapping = `{
  "notification": {
    "title": "title",
    "body": "body",
    "icon": "icon",
    "sound": "tone"
  },
  "configuration_version": "2"
}
`;

export const goodManifest = `<?xml version="1.0" encoding="utf-8"?>
<manifest
\txmlns:android="http://schemas.android.com/apk/res/android" package="\${PackageName}">
\t<!-- <uses-permission android:name="android.permission.CAMERA" /> -->
\t<uses-permission android:name="android.permission.INTERNET" />
\t<uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
\t\${supportsScreens}
\t<application android:label="\${ApplicationName}">
\t\t<activity android:name=".A" />
\t</application>
</manifest>
`;

export const goodEntitlements = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>aps-environment</key>
\t<string>production</string>
</dict>
</plist>
`;

const goodProject = `{
  "info": { "name": "Notes" },
  "api": {
    "googleCloudMessaging": {
      "senderID": "708064890221"
    }
  },
  "build": { "input": { "android": { "images": "images/Android" } } }
}
`;

/** Creates a short sound as a WAV file: 8000 samples per second, 16 bits, one channel. */
export function wavFile(samples = 8): Buffer {
  const data = Buffer.alloc(samples * 2, 1);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

export const goodFiles: Readonly<Record<string, string | Buffer>> = {
  'config/Android/pushnotification.json': goodMapping,
  'config/Android/AndroidManifest.xml': goodManifest,
  'config/iOS/app.entitlements': goodEntitlements,
  'config/project.json': goodProject,
  'config/resources/ping.wav': wavFile(),
  'images/Android/drawable-hdpi/bell.png': Buffer.from('89504e470d0a1a0a', 'hex'),
};

/** A received message that uses the icon and the sound of the good workspace. */
export const goodMessage = {
  to: 'device',
  data: { notification: { title: 'T', icon: 'bell', tone: 'ping.wav' } },
};

/** Writes the valid project folder with these files replaced, or omitted if null. */
export async function writeWorkspaceFiles(
  folder: string,
  changed: Readonly<Record<string, string | Buffer | null>> = {},
): Promise<void> {
  for (const [path, content] of Object.entries({ ...goodFiles, ...changed })) {
    if (content === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
