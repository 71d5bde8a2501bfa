const time = '2026-01-01T00:00:00Z';

export const token = { access_token: 'bench-token', expires_in: 72_000, token_type: 'Bearer' };

export const version = {
  id: 1,
  applicationName: 'Bench',
  applicationId: 1,
  profileId: 1,
  version: '1.0',
  uniqueName: 'bench',
  platformTypeName: 'Android',
  lastSendDateTimeUtc: null,
  isActive: false,
  fileSize: 0,
  releaseNote: null,
  profileFiles: [],
  iconUrl: '',
  profileMembers: [],
  fileName: null,
  updateDateTimeUtc: time,
  uploadDateTimeUtc: time,
};
