import { z } from 'zod';
import { screenLink } from '../links.ts';
import { emptyRequest, type OpenRequest } from '../start/start-arguments.ts';
import { uploadIn } from './notifications.ts';

/** Fields that are read from Electron's NotificationResponse, which is passed with the `ready` event. */
const responseSchema = z.object({ identifier: z.string(), actionIdentifier: z.string() });

const dismissed = 'com.apple.UNNotificationDismissActionIdentifier';

/**
 * Returns the request for a launch by a notification, which opens its upload. Buttons do the same, because
 * their action may be outdated. Dismissing opens no window.
 */
export function launchRequest(launchInfo: unknown, request: OpenRequest): OpenRequest {
  const response = responseSchema.safeParse(launchInfo);
  if (!response.success) return request;
  if (response.data.actionIdentifier === dismissed) return { ...request, hidden: true };
  const uploadId = uploadIn(response.data.identifier);
  return {
    ...emptyRequest,
    links: [uploadId === null ? screenLink('uploads') : screenLink('uploads', uploadId)],
  };
}
