/** A notification of macOS that started the application. Pure. */
import { z } from 'zod';
import { placeLink } from '../links.ts';
import { bareRequest, type OpenRequest } from '../start/start-arguments.ts';
import { uploadIn } from './notifications.ts';

/** Parts of Electron's NotificationResponse, which `ready` brings along. */
const responseSchema = z.object({ identifier: z.string(), actionIdentifier: z.string() });

const dismissed = 'com.apple.UNNotificationDismissActionIdentifier';

/**
 * What a start asks for: the build of the notification that was clicked. A button of it leads there too, because what it
 * stood for may have changed since; taking it off the screen shows nothing.
 */
export function launchRequest(launchInfo: unknown, request: OpenRequest): OpenRequest {
  const response = responseSchema.safeParse(launchInfo);
  if (!response.success) return request;
  if (response.data.actionIdentifier === dismissed) return { ...request, hidden: true };
  const uploadId = uploadIn(response.data.identifier);
  return {
    ...bareRequest,
    links: [uploadId === null ? placeLink('uploads') : placeLink('uploads', uploadId)],
  };
}
